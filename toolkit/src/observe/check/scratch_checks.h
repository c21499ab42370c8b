// The temporaries of library functions: whether they fit where they are.
#pragma once

#include "isa/events.h"
#include "observe/check/checker.h"

namespace observe {

class ScratchChecks {
public:
    explicit ScratchChecks(Checker* checker) : checker_(*checker) {}

    /// A library function works in memory that it takes itself, or is given.
    void Check(const Moment& moment, const AscendC::isa::ScratchEvent& event);

private:
    /// Where the function may work: bytes from `address` on, which counts from where an on-chip
    /// memory begins.
    struct ScratchRange {
        bool is_known = false;
        uint64_t address = 0;
        uint64_t bytes = 0;
    };
    ScratchRange ScratchRangeOf(const Moment& moment,
                                const AscendC::isa::ScratchEvent& event) const;

    Checker& checker_;
};

}  // namespace observe
