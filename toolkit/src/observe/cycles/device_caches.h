// What the caches of a device contain from one launch of a process to the next.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "observe/observe.h"

namespace observe::cycles {

/// What the caches contain when a launch begins.
enum class LaunchState {
    kFirst,             ///< nothing of this kernel: its first launch in a process
    kInstructionsWarm,  ///< its code, and none of its data: what `msprof op` shows
    kWarm,  ///< its code, and its data as far as they fit in L2: a kernel that is repeated
};

/// The name of a state in ASCENDC_OBSERVE_OPTIONS (`launch_state=`) and in the lines.
const char* NameOfState(LaunchState state);

/// How a launch begins.
struct LaunchStart {
    LaunchState state;
    bool is_requested;  ///< by the options; else it follows from the launches before
};

/// Lines of a page of global memory that are in L2.
struct CachedPage {
    uint64_t lines = 0;  ///< bit per line
    uint64_t stamp = 0;  ///< bytes that all cores had fetched when the page was touched last
};

/// L2 between two launches.
struct L2Contents {
    std::unordered_map<uint64_t, CachedPage> pages;  ///< by the number of the page
    uint64_t fetched = 0;                            ///< bytes, by all launches of the process
};

/// The code that one core has executed, by keys (Locations::KeyOf).
using CodeOfCore = std::unordered_set<uint64_t>;

/// A core: its type (AscendC::AIC, ...), and its number on the device.
using PhysicalCore = std::pair<int32_t, uint32_t>;

/// The caches of a device. Instruction caches are modelled without a limit: no public source says
/// how much a kernel between two launches pushes out.
class DeviceCaches {
public:
    /// Those of a device of this process.
    static DeviceCaches& Of(uint32_t device);

    /// Says what the options say, else whether the process has launched the kernel before; notes
    /// the launch. Ends the process with status 2 if the option has an unknown value.
    LaunchStart Begin(const AscendcObservedLaunch& launch);

    L2Contents Data() const;
    void SetData(L2Contents contents);
    bool HasCode(PhysicalCore core, uint64_t key) const;
    void AddCode(PhysicalCore core, const CodeOfCore& keys);

private:
    mutable std::mutex mutex_;
    std::unordered_set<std::string> kernels_;
    std::map<PhysicalCore, CodeOfCore> code_;
    L2Contents data_;
};

}  // namespace observe::cycles
