// Whether bytes that nobody wrote come to matter.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "isa/events.h"
#include "isa/sync.h"
#include "observe/check/checker.h"

namespace observe {

/// Follows undefined bytes as memcheck of valgrind does: computing with them gives undefined
/// results and is no fault; reading them by the scalar unit is one, and so are outputs that hold
/// them in the end.
class InitChecks {
public:
    explicit InitChecks(Checker* checker) : checker_(*checker) {}

    /// Before the instruction is executed. `regions`: its accesses, all inside their memories.
    void Instruction(const Moment& moment, const std::vector<Region>& regions);
    /// What the instruction writes has a meaning.
    void Define(const Moment& moment, const std::vector<Region>& regions);
    void Scalar(const Moment& moment, const AscendC::isa::ScalarEvent& event);
    /// Cores meet at words of global memory, which must hold zero at first.
    void Barrier(const Moment& moment, const AscendC::isa::SyncRecord& record);
    /// After a launch that went well.
    void Outputs();

private:
    /// The first read of bytes that nobody wrote, at one site.
    struct Origin {
        FaultSide side;
        std::string memory;
        uint64_t address;  ///< of the first such byte
        uint64_t bytes;    ///< so many of the operand
        NamedRange range;
        bool is_reported;  ///< it has a separate error
    };
    Origin OriginOf(const Moment& moment, const Region& region, uint64_t address,
                    uint64_t bytes) const;
    /// Whether a kernel that says nothing of its parameters reads one there.
    bool IsUnknownInput(const Region& region) const;
    void ReportRead(const Moment& moment, const Origin& origin);
    /// Severity of undefined outputs: they may follow from accesses that went astray.
    Severity OutputSeverity(Severity severity) const;
    void ReportOutput(const Argument& argument, uint64_t begin);
    void ReportUnwritten(const Argument& argument, uint64_t bytes, uint64_t first);

    Checker& checker_;
    std::map<uint32_t, Origin> origins_;  ///< by site
    std::set<uint64_t> barriers_;         ///< addresses of the words that were seen
};

}  // namespace observe
