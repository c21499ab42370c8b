#include "aicore/launch_state.h"

#include <cstdio>

#include "aicore/kernel_type.h"
#include "support/time_limit.h"

namespace aicore {

Launch::Launch(const AicoreLaunch& launch_request)
    : request(launch_request), soc(*launch_request.soc), timeout_us(launch_request.timeout_us) {
    support::UserTimeLimit(&timeout_us);
    coupled = !soc.split_cores || request.task_type > KERNEL_TYPE_MIX_AIC_1_2;
    const GroupCores cores = coupled ? GroupCores{0, 0} : GroupCoresOf(request.task_type);
    has_aic = cores.cube != 0;
    has_aiv = cores.vector != 0;
    ratio = cores.vector == 2 ? 2 : 1;
    units_per_group_ = coupled ? 1 : (has_aic ? 1 : 0) + (has_aiv ? ratio : 0);
    unit_count_ = request.block_dim * units_per_group_;
    object = FindKernelObject(reinterpret_cast<const void*>(request.kernel->entry));
}

Unit Launch::UnitAt(uint32_t index) const {
    const uint32_t group = index / units_per_group_;
    const uint32_t member = index % units_per_group_;
    if (coupled) {
        return {group, 0, kMix};
    }
    if (has_aic && member == 0) {
        return {group, 0, kAic};
    }
    return {group, member - (has_aic ? 1 : 0), kAiv};
}

uint32_t Launch::IndexOf(const Unit& unit) const {
    const uint32_t member = unit.core_type == kAiv ? unit.sub_block + (has_aic ? 1 : 0) : 0;
    return unit.group * units_per_group_ + member;
}

uint32_t Launch::CoresOfType(int32_t core_type) const {
    return core_type == kAiv ? request.block_dim * ratio : request.block_dim;
}

bool Launch::TakeUnit(uint32_t* index) {
    if (!HasPendingBlocks()) {
        return false;
    }
    *index = next_unit_.fetch_add(1, std::memory_order_relaxed);
    return *index < unit_count_;
}

void Launch::FinishUnit() {
    if (finished_.fetch_add(1, std::memory_order_acq_rel) + 1 == unit_count_) {
        Signal();
    }
}

uint32_t Launch::BlockOf(const Unit& unit) const {
    return unit.core_type == kAiv ? unit.group * ratio + unit.sub_block : unit.group;
}

void Launch::Fail(uint32_t kind, const Unit* unit, const char* message,
                  const support::CallChain* calls, uintptr_t address) {
    {
        std::lock_guard<std::mutex> lock(mutex);
        if (fault.kind == AICORE_OK) {
            fault.kind = kind;
            fault.core_type = unit == nullptr ? 0 : static_cast<uint32_t>(unit->core_type);
            fault.block_idx = unit == nullptr ? 0 : BlockOf(*unit);
            std::snprintf(fault.message, sizeof(fault.message), "%s", message);
            fault.address = address;
            if (calls != nullptr) {
                fault_calls = *calls;
            }
        }
    }
    cancelled_.store(true, std::memory_order_relaxed);
    Signal();
}

void Launch::Signal() {
    std::lock_guard<std::mutex> lock(mutex);
    SignalLocked();
}

void Launch::SignalLocked() {
    ++epoch;
    // Whoever sleeps now will look again, so it no longer counts as asleep.
    sleepers = 0;
    changed.notify_all();
}

CoreFlags& Launch::FlagsOf(uint32_t unit_index) {
    std::call_once(flags_once_, [this] {
        flags_ = std::make_unique<CoreFlags[]>(unit_count_);
        for (auto& rounds : group_rounds) {
            rounds.resize(request.block_dim);
        }
    });
    return flags_[unit_index];
}

void Launch::ExpectCountedFlags() {
    for (uint32_t index = 0; flags_ != nullptr && index < unit_count_; ++index) {
        const CoreFlags& flags = flags_[index];
        for (int id = 0; id < CoreFlags::kCount; ++id) {
            const uint64_t pending = flags.raised[id].load() - flags.consumed[id];
            if (pending > CoreFlags::kMostPending) {
                const Unit unit = UnitAt(index);
                char text[160];
                std::snprintf(text, sizeof(text),
                              "CrossCoreSetFlag: flag %d was set %llu times more than this core "
                              "waited for it; its counter holds 15",
                              id < CoreFlags::kShared ? id : id - CoreFlags::kShared,
                              static_cast<unsigned long long>(pending));
                Fail(AICORE_FAULT_MEMORY, &unit, text);
                return;
            }
        }
    }
}

CollectiveState& Launch::Collective() {
    std::call_once(collective_once_, [this] { collective_ = std::make_unique<CollectiveState>(); });
    return *collective_;
}

}  // namespace aicore
