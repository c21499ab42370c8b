#include "observe/cycles/cross_core.h"

#include <algorithm>

#include "observe/cycles/machine.h"

namespace observe::cycles {
namespace {

using AscendC::isa::SyncOp;
using AscendC::isa::SyncRecord;

constexpr int kModes = 3;  // of flags: all cores of a type, the AIVs of a group, AIC <-> AIV

}  // namespace

void CrossCore::Meeting::Come(uint32_t number, Cycles time) {
    if (last.size() <= number) {
        last.resize(number + 1);
    }
    last[number] = std::max(last[number], time);
}

void CrossCore::Arrive(const SyncRecord& record, CoreTiming* core, Cycles time) {
    switch (record.op) {
        case SyncOp::kBarrierType:
            by_type_[core->type].Come(core->type_barriers++, time);
            break;
        case SyncOp::kBarrierAll:
            all_.Come(core->all_barriers++, time);
            break;
        case SyncOp::kBarrierMemory:
            by_address_[record.address].Come(core->memory_barriers[record.address]++, time);
            break;
        case SyncOp::kCrossSet: {
            const int64_t group = record.mode == 0 ? -1 : int64_t{core->block};
            const int mode = std::min<int>(record.mode, kModes - 1);
            const uint32_t number = core->flags_set[{mode, record.id}]++;
            flags_[{mode, group, core->type, record.id}].Come(number, time);
            break;
        }
        default:
            break;
    }
}

Cycles CrossCore::Leave(const SyncRecord& record, CoreTiming* core) {
    switch (record.op) {
        case SyncOp::kBarrierType:
            return by_type_[core->type].last[core->type_barriers - 1];
        case SyncOp::kBarrierAll:
            return all_.last[core->all_barriers - 1];
        case SyncOp::kBarrierMemory:
            return by_address_[record.address].last[core->memory_barriers[record.address] - 1];
        case SyncOp::kCrossWait: {
            const uint32_t number = core->flags_waited[record.id]++;
            for (int mode = kModes - 1; mode >= 0; --mode) {
                const int64_t group = mode == 0 ? -1 : int64_t{core->block};
                const int32_t from = mode == 2 ? kAic + kAiv - core->type : core->type;
                const auto flag = flags_.find({mode, group, from, record.id});
                if (flag != flags_.end() && flag->second.last.size() > number) {
                    return flag->second.last[number];
                }
            }
            return 0;
        }
        default:
            return 0;
    }
}

Cycles CrossCore::SignalledAt(const void* word) const {
    const auto entry = words_.find(word);
    return entry == words_.end() ? 0 : entry->second;
}

}  // namespace observe::cycles
