// Synchronisation between cores.
#include "isa/sync.h"

#include <cstdio>

#include "aicore/fault.h"
#include "aicore/fiber.h"

namespace aicore {
namespace {

using AscendC::isa::SyncOp;
using AscendC::isa::SyncRecord;

/// Ends the kernel if not all of its cores run at a time: the pages of `api` say that it hangs
/// then.
void ExpectAllAtOnce(const Launch& launch, const char* api) {
    const uint32_t groups = launch.request.block_dim;
    const uint32_t vectors = launch.has_aiv ? groups * (launch.has_aic ? launch.ratio : 1) : 0;
    // 310P has vector cores in addition to its AI cores, for kernels that take both.
    const uint32_t beside =
        launch.soc.short_soc_version == "ascend310p" ? launch.soc.vector_core_cnt : 0;
    const bool too_many = launch.coupled ? groups > launch.soc.ai_core_cnt + beside
                                         : (launch.has_aic && groups > launch.soc.cube_core_cnt) ||
                                               vectors > launch.soc.vector_core_cnt;
    if (too_many) {
        char text[200];
        std::snprintf(text, sizeof(text),
                      "%s: %u blocks are more than the cores of %s run at a time: on hardware "
                      "the kernel hangs; launch fewer blocks",
                      api, groups, launch.soc.soc_version.c_str());
        FailFromKernel(AICORE_FAULT_DEADLOCK, text);
    }
}

/// Ends the kernel if it has cores of one type only: SyncAll<false> has each wait for the other.
void ExpectBothTypes(const Launch& launch) {
    if (!launch.coupled && !(launch.has_aic && launch.has_aiv)) {
        FailFromKernel(AICORE_FAULT_DEADLOCK,
                       "SyncAll<false> in a kernel of one type of cores: on hardware they wait for "
                       "the other type for ever; call SyncAll()");
    }
}

/// Arrives at `barrier` of `cores` cores and waits for the others.
void Arrive(Fiber* fiber, Barrier* barrier, uint32_t cores, const char* api) {
    Launch& launch = *fiber->launch();
    uint64_t target;
    {
        std::lock_guard<std::mutex> lock(launch.mutex);
        target = barrier->rounds.load(std::memory_order_relaxed) + 1;
        if (++barrier->arrived >= cores) {
            barrier->arrived = 0;
            barrier->rounds.store(target, std::memory_order_release);
            launch.SignalLocked();
            return;
        }
    }
    fiber->WaitFor(barrier->rounds, target, api);
}

/// Whether this core finds another word in the workspace than the core before it, when it comes
/// for the first time: cores count up from what they find, and wait for the sum of all.
bool IsUneven(const Fiber& fiber, MemoryBarrier* at, int32_t word) {
    const Launch& launch = *fiber.launch();
    const bool is_first = at->has_come.empty();
    at->has_come.resize(launch.unit_count());
    if (at->has_come[fiber.unit_index()]) {
        return false;
    }
    at->has_come[fiber.unit_index()] = true;
    if (is_first) {
        at->word = word;
        at->block = launch.BlockOf(fiber.unit());
    }
    return at->word != word;
}

void ArriveInMemory(Fiber* fiber, const SyncRecord& record) {
    Launch& launch = *fiber->launch();
    MemoryBarrier* at;
    bool is_uneven;
    {
        std::lock_guard<std::mutex> lock(launch.mutex);
        at = &launch.memory_barriers[reinterpret_cast<uintptr_t>(record.address)];
        is_uneven = IsUneven(*fiber, at, record.id);
    }
    if (is_uneven) {
        char text[200];
        std::snprintf(
            text, sizeof(text),
            "SyncAll: its workspace holds %d for block %u and %d for block %u: on hardware "
            "the kernel hangs; fill it with zeros before",
            at->word, at->block, record.id, launch.BlockOf(fiber->unit()));
        FailFromKernel(AICORE_FAULT_DEADLOCK, text);
    }
    Arrive(fiber, &at->barrier, record.count, "SyncAll");
}

void Raise(Launch* launch, const Unit& unit, int32_t id) {
    launch->FlagsOf(launch->IndexOf(unit)).raised[id].fetch_add(1, std::memory_order_release);
}

/// The cores that raise a flag together, and those for which it is raised when all have done so.
struct FlagPeers {
    std::vector<Unit> from;
    std::vector<Unit> to;
    FlagRound* round;
};

FlagPeers PeersOf(Launch* launch, const Unit& unit, int mode) {
    FlagPeers peers;
    if (mode == 0) {
        for (uint32_t i = 0; i < launch->unit_count(); ++i) {
            const Unit other = launch->UnitAt(i);
            if (other.core_type == unit.core_type) {
                peers.from.push_back(other);
            }
        }
        peers.to = peers.from;
        peers.round = &launch->grid_rounds[unit.core_type];
        return peers;
    }
    std::vector<Unit> aivs;
    for (uint32_t i = 0; i < launch->ratio; ++i) {
        aivs.push_back({unit.group, i, kAiv});
    }
    const std::vector<Unit> aic = {{unit.group, 0, kAic}};
    if (unit.core_type != kAic) {
        peers.from = aivs;
        peers.to = mode == 1 || !launch->has_aic ? aivs : aic;
        peers.round = &launch->group_rounds[mode == 1 ? 0 : 1][unit.group];
    } else {
        peers.from = aic;
        peers.to = launch->has_aiv ? aivs : aic;
        peers.round = nullptr;  // a single core completes every round itself
    }
    return peers;
}

/// Raises a flag of mode 4: for the cube core of the group, or for one of its vector cores.
void CrossSetSingle(Launch* launch, const Unit& from, int32_t id) {
    const uint32_t vector = static_cast<uint32_t>(id / CoreFlags::kShared - 1);
    const bool from_cube = from.core_type == kAic;
    if (from_cube ? vector >= launch->ratio || !launch->has_aiv : !launch->has_aic) {
        return;  // there is no such core
    }
    std::lock_guard<std::mutex> lock(launch->mutex);
    Raise(launch, from_cube ? Unit{from.group, vector, kAiv} : Unit{from.group, 0, kAic}, id);
    launch->SignalLocked();
}

int32_t FlagOf(const SyncRecord& record) {
    return static_cast<int32_t>(static_cast<uint32_t>(record.id) % CoreFlags::kCount);
}

void CrossSet(Fiber* fiber, const SyncRecord& record) {
    Launch& launch = *fiber->launch();
    const int32_t id = FlagOf(record);
    if (id >= CoreFlags::kShared) {
        CrossSetSingle(&launch, fiber->unit(), id);
        return;
    }
    const int mode = record.mode > 2 ? 2 : record.mode;
    CoreFlags& own = launch.FlagsOf(fiber->unit_index());
    FlagPeers peers = PeersOf(&launch, fiber->unit(), mode);
    std::lock_guard<std::mutex> lock(launch.mutex);
    ++own.sets[mode][id];
    if (peers.round != nullptr) {
        const uint64_t next = peers.round->completed[id] + 1;
        for (const Unit& unit : peers.from) {
            if (launch.FlagsOf(launch.IndexOf(unit)).sets[mode][id] < next) {
                return;
            }
        }
        peers.round->completed[id] = next;
    }
    for (const Unit& unit : peers.to) {
        Raise(&launch, unit, id);
    }
    launch.SignalLocked();
}

void CrossWait(Fiber* fiber, const SyncRecord& record) {
    const int32_t id = FlagOf(record);
    CoreFlags& own = fiber->launch()->FlagsOf(fiber->unit_index());
    ++own.consumed[id];
    fiber->WaitFor(own.raised[id], own.consumed[id], "CrossCoreSetFlag",
                   id < CoreFlags::kShared ? id : id - CoreFlags::kShared);
}

}  // namespace
}  // namespace aicore

extern "C" __attribute__((visibility("default"))) void aicore_sync(
    const AscendC::isa::SyncRecord* record) {
    using namespace aicore;
    RuntimeScope scope;
    Fiber* fiber = &scope.fiber();
    Launch& launch = *fiber->launch();
    switch (record->op) {
        case SyncOp::kBarrierType:
            ExpectAllAtOnce(launch, "SyncAll");
            Arrive(fiber, &launch.type_barriers[fiber->unit().core_type],
                   launch.CoresOfType(fiber->unit().core_type), "SyncAll");
            break;
        case SyncOp::kBarrierAll:
            ExpectAllAtOnce(launch, "SyncAll");
            ExpectBothTypes(launch);
            Arrive(fiber, &launch.all_barrier, launch.unit_count(), "SyncAll");
            break;
        case SyncOp::kBarrierMemory:
            ExpectAllAtOnce(launch, "SyncAll");
            ArriveInMemory(fiber, *record);
            break;
        case SyncOp::kCrossSet:
            CrossSet(fiber, *record);
            break;
        case SyncOp::kCrossWait:
            CrossWait(fiber, *record);
            break;
        case SyncOp::kPoll:
            fiber->Suspend(Fiber::State::kPolling);
            break;
        case SyncOp::kAllBlocks:
            ExpectAllAtOnce(launch, "IBSet, IBWait or WaitPreBlock");
            break;
        default:
            break;
    }
}

extern "C" __attribute__((visibility("default"))) void aicore_yield(void) {
    aicore::RuntimeScope scope;
    scope.fiber().Suspend(aicore::Fiber::State::kPolling);
}
