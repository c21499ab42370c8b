#include "observe/cycles/device_caches.h"

#include <array>
#include <cstdio>
#include <cstdlib>

#include "observe/settings.h"

namespace observe::cycles {
namespace {

constexpr int kUnknownState = 2;  // exit status of misuse
constexpr std::array<const char*, 3> kNames = {"first", "icache_warm", "warm"};

}  // namespace

const char* NameOfState(LaunchState state) {
    return kNames.at(static_cast<size_t>(state));
}

DeviceCaches& DeviceCaches::Of(uint32_t device) {
    static std::mutex mutex;
    static auto* const caches = new std::map<uint32_t, DeviceCaches>;  // used until the end
    std::lock_guard<std::mutex> lock(mutex);
    return (*caches)[device];
}

LaunchStart DeviceCaches::Begin(const AscendcObservedLaunch& launch) {
    const std::string requested = GetSettings().Option("launch_state", "");
    for (size_t i = 0; i < kNames.size(); ++i) {
        if (requested == kNames[i]) {
            return {static_cast<LaunchState>(i), true};
        }
    }
    if (!requested.empty()) {
        std::fprintf(stderr,
                     "error: launch_state=%s: no such state of a launch\n"
                     "use first, icache_warm or warm; without it, a launch begins with what the "
                     "launches before left in the caches\n",
                     requested.c_str());
        std::_Exit(kUnknownState);
    }
    std::lock_guard<std::mutex> lock(mutex_);
    const bool is_first =
        kernels_.insert(std::string(launch.object_path) + ":" + launch.kernel).second;
    return {is_first ? LaunchState::kFirst : LaunchState::kWarm, false};
}

L2Contents DeviceCaches::Data() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return data_;
}

void DeviceCaches::SetData(L2Contents contents) {
    std::lock_guard<std::mutex> lock(mutex_);
    data_ = std::move(contents);
}

bool DeviceCaches::HasCode(PhysicalCore core, uint64_t key) const {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto code = code_.find(core);
    return code != code_.end() && code->second.count(key) != 0;
}

void DeviceCaches::AddCode(PhysicalCore core, const CodeOfCore& keys) {
    std::lock_guard<std::mutex> lock(mutex_);
    code_[core].insert(keys.begin(), keys.end());
}

}  // namespace observe::cycles
