#include "observe/observe.h"

#include <fnmatch.h>

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <set>

#include "observe/launch_observer.h"
#include "observe/settings.h"
#include "observe/unobserved.h"
#include "support/strings.h"

namespace observe {
namespace {

LaunchObserver& Of(void* user) {
    return *static_cast<LaunchObserver*>(user);
}

void BeginBlock(void* user, const AscendcBlock* block) {
    Of(user).BeginBlock(*block);
}
void EndBlock(void* user, const AscendcBlock* block) {
    Of(user).EndBlock(*block);
}
void Issue(void* user, const AscendcBlock* block, uint16_t kind, const void* record,
           void (*execute)(const void*), const void* const* frame) {
    const Instruction instruction = {static_cast<AscendC::isa::RecordKind>(kind), record, execute};
    Of(user).Issue(*block, instruction, frame);
}
void Note(void* user, const AscendcBlock* block, uint16_t kind, const void* event,
          const void* const* frame) {
    Of(user).Note(*block, static_cast<AscendC::isa::RecordKind>(kind), event, frame);
}
int64_t Cycle(void* user, const AscendcBlock* block) {
    return Of(user).Cycle(*block);
}

struct NamedObserver {
    const char* name;
    std::unique_ptr<LaunchObserver> (*make)(const AscendcObservedLaunch&);
};
constexpr NamedObserver kObservers[] = {
    {"check", MakeCheckObserver}, {"debug", MakeDebugObserver},   {"profile", MakeCycleObserver},
    {"trace", MakeTraceObserver}, {"verify", MakeVerifyObserver},
};

bool IsGlobal(void* user, uint64_t address) {
    return Of(user).device_memory.Contains(address);
}
bool IsAhead(void* user, const AscendcBlock* block) {
    return Of(user).IsAhead(*block);
}

std::unique_ptr<LaunchObserver> MakeObserver(const AscendcObservedLaunch& launch) {
    const std::string& requested = GetSettings().observer;
    if (requested.empty()) {
        return MakeGuardObserver(launch);
    }
    std::string names;
    for (const NamedObserver& observer : kObservers) {
        if (requested == observer.name) {
            return observer.make(launch);
        }
        names += (names.empty() ? "" : ", ") + std::string(observer.name);
    }
    static std::once_flag once;
    std::call_once(once, [&] {
        std::fprintf(stderr,
                     "[ERROR] ASCENDC_OBSERVE=%s: there is no such observer; use one of %s\n",
                     requested.c_str(), names.c_str());
    });
    return nullptr;
}

}  // namespace
}  // namespace observe

/// ASCENDC_OBSERVE_OPTIONS: `kernels=none`, or `kernel=<pattern>|<pattern>`.
extern "C" __attribute__((visibility("default"))) bool AscendcObserveWants(
    const AscendcObservedLaunch* launch) {
    const observe::Settings& settings = observe::GetSettings();
    if (settings.Option("kernels", "") == "none") {
        return false;
    }
    const std::vector<std::string> patterns = support::Split(settings.Option("kernel", "*"), '|');
    return std::any_of(patterns.begin(), patterns.end(), [launch](const std::string& pattern) {
        return fnmatch(pattern.c_str(), launch->kernel, 0) == 0 ||
               fnmatch(pattern.c_str(), launch->op_type, 0) == 0;
    });
}

extern "C" __attribute__((visibility("default"))) const AscendcObserver* AscendcObserveBegin(
    const AscendcObservedLaunch* launch) {
    using namespace observe;
    std::unique_ptr<LaunchObserver> observer = MakeObserver(*launch);
    if (observer == nullptr) {
        return nullptr;
    }
    observer->device_memory = DeviceAddresses(launch);
    const bool reports_exceptions = observer->ReportsExceptions();
    return new AscendcObserver{
        observer.release(), BeginBlock, EndBlock,          Issue, Note, Cycle,
        IsGlobal,           IsAhead,    reports_exceptions};
}

extern "C" __attribute__((visibility("default"))) void AscendcObserveEnd(
    const AscendcObserver* observer, const AscendcObservedLaunch*,
    const AscendcObservedFault* fault) {
    std::unique_ptr<const AscendcObserver> owned(observer);
    std::unique_ptr<observe::LaunchObserver> launch(&observe::Of(observer->user));
    launch->End(fault);
}

extern "C" __attribute__((visibility("default"))) void AscendcObserveSkipped(
    const AscendcObservedLaunch* launch, const char* subject, const char* reason) {
    static std::mutex mutex;
    static std::set<std::string> reported;
    std::lock_guard<std::mutex> lock(mutex);
    if (reported.insert(subject).second) {
        std::fprintf(stderr, "[WARN] not observed: %s: %s\n", subject, reason);
    }
    if (reported.insert(launch->kernel).second) {
        observe::WriteUnobserved(*launch, reason);
    }
}
