// Writes what a launch cost: docs/observer_lines.md.
#pragma once

#include <vector>

#include "observe/cycles/constants.h"
#include "observe/cycles/core_timing.h"
#include "observe/cycles/device_caches.h"
#include "observe/cycles/machine.h"
#include "observe/observe.h"

namespace observe::cycles {

/// A launch that ended.
struct Profile {
    const AscendcObservedLaunch& launch;
    const Constants& constants;
    const Machine& machine;
    const std::vector<const CoreTiming*>& cores;  ///< by unit
    const Locations& locations;                   ///< resolved
    LaunchState state;
    bool has_timeline;
};

/// Appends the launch's line to <output>/<pid>.profile.jsonl, and writes its timeline.
void WriteProfile(const Profile& profile);

}  // namespace observe::cycles
