#include "observe/memory/allocation_log.h"

#include <unistd.h>

#include <algorithm>
#include <iterator>

#include "observe/line_fields.h"
#include "observe/output.h"
#include "observe/settings.h"
#include "support/strings.h"

namespace observe {
namespace {

bool IsOn(const char* option) {
    return GetSettings().Option(option, "no") == "yes";
}

/// All of memcheck, which no other tools were named instead of.
bool IsMemchecked() {
    const std::vector<std::string> tools = support::Split(GetSettings().Option("tools", ""), ',');
    return GetSettings().observer == "check" &&
           (tools.empty() || std::find(tools.begin(), tools.end(), "memcheck") != tools.end());
}

struct MemoryError {
    const char* kind;
    const char* severity;
    const char* message;
    const char* help;
};

constexpr MemoryError kLeak = {"memory_leak", "error", "device memory is never freed",
                               "call aclrtFree, or aclrtResetDevice when all is done"};
constexpr MemoryError kUnused = {
    "unused_memory", "warning",
    "device memory is allocated and never used: no copy, fill or kernel "
    "has to do with it",
    "leave the allocation out, or pass it to the kernel that it is for"};
constexpr MemoryError kWrongFree = {
    "illegal_free", "error", "the address is no live allocation of device memory",
    "free each allocation once, by the address that aclrtMalloc gave"};

const MemoryError& MemoryErrorOf(const std::string& kind) {
    return kind == kLeak.kind ? kLeak : kind == kUnused.kind ? kUnused : kWrongFree;
}

}  // namespace

AllocationLog& AllocationLog::Get() {
    static AllocationLog* const log = new AllocationLog();
    return *log;
}

AllocationLog::AllocationLog()
    : active_(IsMemchecked()), finds_leaks_(IsOn("leaks")), finds_unused_(IsOn("unused")) {}

void AllocationLog::Take(const AscendcMemoryEvent& event) {
    if (!active_) {
        return;
    }
    if (event.kind == ASCENDC_MEMORY_FREED_WRONGLY) {
        Write(kWrongFree.kind, ProgramLocation::Current(), {event.address, 0, 1});
        return;
    }
    if (!finds_leaks_ && !finds_unused_) {
        return;
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    switch (event.kind) {
        case ASCENDC_MEMORY_ALLOCATED:
            live_[event.address] = {event.bytes, event.device, getpid(), false,
                                    ProgramLocation::Current()};
            break;
        case ASCENDC_MEMORY_USED:
            Use(event.address);
            break;
        case ASCENDC_MEMORY_FREED: {
            const auto allocation = live_.find(event.address);
            if (allocation != live_.end()) {
                Release(allocation);
            }
            break;
        }
        default:  // the device was reset
            for (auto at = live_.begin(); at != live_.end();) {
                const auto next = std::next(at);
                if (at->second.device == event.device) {
                    Release(at);
                }
                at = next;
            }
    }
}

void AllocationLog::Use(uint64_t address) {
    const auto next = live_.upper_bound(address);
    if (next != live_.begin()) {
        const auto at = std::prev(next);
        at->second.used = at->second.used || address - at->first < at->second.bytes;
    }
}

void AllocationLog::Release(Allocations::iterator allocation) {
    if (!allocation->second.used && finds_unused_ && allocation->second.process == getpid()) {
        Count(&unused_, allocation->first, allocation->second);
    }
    live_.erase(allocation);
}

void AllocationLog::Count(FaultTotals* faults, uint64_t address, const Allocation& allocation) {
    FaultTotal& fault =
        faults->emplace(allocation.location, FaultTotal{address, 0, 0}).first->second;
    fault.bytes += allocation.bytes;
    ++fault.count;
}

void AllocationLog::EndOfProcess() {
    // Where a fork came while another thread allocated, nobody unlocks.
    const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock()) {
        return;
    }
    FaultTotals leaks;
    for (const auto& [address, allocation] : live_) {
        if (allocation.process != getpid()) {
            continue;
        }
        if (finds_leaks_) {
            Count(&leaks, address, allocation);
        }
        if (finds_unused_ && !allocation.used) {
            Count(&unused_, address, allocation);
        }
    }
    for (const auto& [location, fault] : leaks) {
        Write(kLeak.kind, location, fault);
    }
    for (const auto& [location, fault] : unused_) {
        Write(kUnused.kind, location, fault);
    }
}

void AllocationLog::Write(const char* kind, const ProgramLocation& location,
                          const FaultTotal& fault) {
    const MemoryError& words = MemoryErrorOf(kind);
    AppendLine("findings.jsonl", JsonObject()
                                     .Text(fields::report::kEvent, "finding")
                                     .Raw(fields::report::kLaunch, "null")
                                     .Text(fields::report::kTool, "memcheck")
                                     .Text(fields::report::kKind, kind)
                                     .Text(fields::report::kSeverity, words.severity)
                                     .Text(fields::report::kMessage, words.message)
                                     .Text(fields::report::kHelp, words.help)
                                     .Text(fields::report::kMemory, "GM")
                                     .Unsigned(fields::report::kAddress, fault.address)
                                     .Unsigned(fields::report::kSize, fault.bytes)
                                     .Raw(fields::report::kFrames, location.Json())
                                     .Unsigned(fields::report::kCount, fault.count)
                                     .Close());
}

}  // namespace observe

extern "C" __attribute__((visibility("default"))) void AscendcObserveMemory(
    const AscendcMemoryEvent* event) {
    observe::AllocationLog::Get().Take(*event);
}

namespace {

/// After all that was to be done when the program ends, its objects' destructors too.
__attribute__((destructor)) void AtEnd() {
    observe::AllocationLog::Get().EndOfProcess();
}

}  // namespace
