// The scalar data caches of the cores, which nothing keeps coherent.
#pragma once

#include <map>
#include <vector>

#include "isa/events.h"
#include "observe/check/checker.h"

namespace observe {

/// Watches the lines of global memory that scalar units write: until a core writes a line back
/// (dcci), others do not see it, and it takes along what it has of its neighbours' bytes.
class CacheChecks {
public:
    explicit CacheChecks(Checker* checker) : checker_(*checker) {}

    void Scalar(const Moment& moment, const AscendC::isa::ScalarEvent& event);
    void Cache(const Moment& moment, const AscendC::isa::CacheEvent& event);
    /// Before any event after the last scalar: its writes are visible now.
    void Settle();
    /// An instruction reads global memory.
    void Read(const Moment& moment, const Region& region);

private:
    static constexpr uint64_t kLine = 64;

    struct CachedLine {
        uint32_t unit;
        Stamp stamp;
        uint32_t site;
        uint64_t mask;  ///< bit per byte that this core wrote
        bool dirty;
        std::map<uint32_t, uint64_t> cached;  ///< bits of what each core wrote and still has

        /// A core writes its line back and forgets it.
        void Drop(uint32_t core) {
            dirty = dirty && unit != core;
            cached.erase(core);
        }
    };
    /// A scalar over one that another core wrote, and nothing orders the two.
    struct Stomp {
        Moment moment;
        CachedLine other;
        uint64_t address;
        std::vector<uint8_t> values;  ///< before
    };
    void Write(const Moment& moment, uint64_t begin, uint64_t end);
    void ReportStomp(const Stomp& stomp);
    void CheckRead(const Moment& moment, uint64_t begin, uint64_t end, const char* operand);
    void ReportSharing(const Moment& moment, uint64_t address, uint64_t bytes,
                       const CachedLine& line);

    Checker& checker_;
    std::map<uint64_t, CachedLine> lines_;  ///< by address / kLine
    std::vector<Stomp> stomps_;             ///< of the last scalar
};

}  // namespace observe
