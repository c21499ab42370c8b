// The scalar data caches of the cores, which nothing keeps coherent.
#pragma once

#include <map>
#include <vector>

#include "isa/events.h"
#include "observe/check/checker.h"
#include "observe/check/line_cache.h"

namespace observe {

/// Watches the lines of global memory that scalar units read and write (Ascend C guide, cache
/// coherence): until a core writes a line back (dcci), others do not see it; until it forgets a
/// line, it does not see what others write; and what it writes back are the bytes of the whole line
/// as it has them.
class CacheChecks {
public:
    explicit CacheChecks(Checker* checker) : checker_(*checker) {}

    void Scalar(const Moment& moment, const AscendC::isa::ScalarEvent& event);
    void Cache(const Moment& moment, const AscendC::isa::CacheEvent& event);
    /// Before any event after the last scalar: its writes are visible now.
    void Settle();
    /// An instruction reads global memory.
    void Read(const Moment& moment, const Region& region);
    /// A core ends: its lines are written back.
    void EndBlock(const CoreState& state);

private:
    static constexpr uint64_t kLine = LineCache::kLine;

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
    /// Bytes that a scalar writes after its event.
    struct Pending {
        uint32_t unit;
        uint64_t begin;
        uint64_t end;
    };
    void Access(const Moment& moment, uint64_t begin, uint64_t end, bool write);
    LineCache::Line* Fill(const Moment& moment, const Argument& argument, uint64_t address);
    void CheckStale(const Moment& moment, const LineCache::Line& line, uint64_t begin,
                    uint64_t end);
    /// A core writes the bytes of a line back.
    void CheckLost(const CoreState& state, const LineCache::Line& line);
    /// Whether another core has written the byte and not written it back.
    bool IsInOtherCache(uint32_t unit, uint64_t address) const;
    /// The first byte from `begin` on that others changed since the core's line was filled; not
    /// before `end` if there is none.
    uint64_t FirstChanged(uint32_t unit, const LineCache::Line& line, uint64_t begin,
                          uint64_t end) const;
    /// The last that wrote the byte, if that is known.
    bool FindWriter(uint64_t address, uint32_t not_by, FaultSide* writer) const;
    LineCache& CacheOf(const CoreState& state);
    void Write(const Moment& moment, uint64_t begin, uint64_t end);
    void ReportStomp(const Stomp& stomp);
    void CheckRead(const Moment& moment, uint64_t begin, uint64_t end, const char* operand);
    void ReportSharing(const Moment& moment, uint64_t address, uint64_t bytes,
                       const CachedLine& line);

    Checker& checker_;
    std::map<uint64_t, CachedLine> lines_;  ///< by address / kLine
    std::vector<Stomp> stomps_;             ///< of the last scalar
    std::map<uint32_t, LineCache> caches_;  ///< by unit
    std::vector<Pending> pending_;          ///< of the last scalar
};

}  // namespace observe
