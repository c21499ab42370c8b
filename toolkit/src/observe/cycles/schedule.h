// When the blocks of a launch run.
#pragma once

#include <vector>

#include "observe/cycles/constants.h"
#include "observe/cycles/core_timing.h"
#include "observe/cycles/machine.h"

namespace observe::cycles {

/// Microseconds since the launch began.
struct Schedule {
    std::vector<double> start;  ///< of each core
    double end = 0;             ///< of the last
    double duration = 0;        ///< with what the launch costs
};

/// Blocks start one after the other; those that find all cores taken wait for the first that is
/// free.
Schedule MakeSchedule(const std::vector<const CoreTiming*>& cores, const Constants& constants,
                      const Machine& machine);

}  // namespace observe::cycles
