#include "observe/cycles/schedule.h"

#include <algorithm>
#include <map>

namespace observe::cycles {

Schedule MakeSchedule(const std::vector<const CoreTiming*>& cores, const Constants& constants,
                      const Machine& machine) {
    const double stagger = constants("launch.stagger_us");
    const double wave = constants("launch.wave_us");
    Schedule schedule;
    std::map<int32_t, std::vector<double>> busy_until;  // by type: of each physical core in use
    for (const CoreTiming* core : cores) {
        std::vector<double>& core_ends = busy_until[core->type];
        double start = stagger * core->block;
        auto physical = core_ends.end();
        if (core_ends.size() >= core->port.cores) {
            physical = std::min_element(core_ends.begin(), core_ends.end());
            start = *physical + wave;
        }
        const double end = start + core->clock.end() / machine.ClockOf(core->type);
        if (physical == core_ends.end()) {
            core_ends.push_back(end);
        } else {
            *physical = end;
        }
        schedule.start.push_back(start);
        schedule.end = std::max(schedule.end, end);
    }
    schedule.duration = schedule.end + constants("launch.overhead_us");
    return schedule;
}

}  // namespace observe::cycles
