// Integer divisions without a result: the kernel continues with a warning. Whether hardware stops
// (CANN has an error CCU_DIV0) or its compiler drops unused divisions has not been observed.
#pragma once

#include <atomic>
#include <cstdint>

#include "support/code_location.h"

namespace aicore {

class Launch;

/// The first division by zero of a launch.
class DivisionNote {
public:
    /// Called on the thread of a block, also in a handler of a signal. `unit_index`: the block.
    void Take(uint32_t unit_index);
    /// Prints a warning if there was one, once for each instruction of a process.
    void Report(const Launch& launch) const;

private:
    std::atomic<bool> is_taken_{false};
    uint32_t unit_index_ = 0;
    support::CallChain calls_;
};

/// Executes the division that raised a signal, with the results of aarch64's instructions: by zero
/// the quotient is 0 and the remainder the dividend; the smallest number by -1 is itself, remainder
/// 0. `is_by_zero` tells which it was. False if the instruction is no division.
bool FinishDivision(void* context, bool* is_by_zero);

}  // namespace aicore
