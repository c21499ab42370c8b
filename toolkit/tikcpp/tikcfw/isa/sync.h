// Synchronisation instructions: between the pipes of a core, and between cores.
#pragma once

#include "isa/core.h"

namespace AscendC::isa {

enum class SyncOp : uint8_t {
    // Within a core. Cores here execute in program order, so these only tell observers what was
    // ordered.
    kSetFlag,  ///< pipe -> other_pipe, flag id
    kWaitFlag,
    kPipeBarrier,  ///< pipe
    // Between cores.
    kBarrierType,    ///< all cores of the caller's type
    kBarrierAll,     ///< all cores of the launch
    kBarrierMemory,  ///< the first `count` cores that name `address`
    kCrossSet,   ///< raises flag `id` of other cores; mode 0 grid, 1 AIVs of the group, 2 AIC <->
                 ///< AIV
    kCrossWait,  ///< waits until flag `id` of this core was raised, takes it down
    kPoll,       ///< lets the others run
};

struct SyncRecord {
    SyncOp op;
    uint8_t pipe;
    uint8_t other_pipe;
    uint8_t mode;
    int32_t id;
    uint32_t count;
    const void* address;

    static void Execute(const SyncRecord& record);
};

}  // namespace AscendC::isa

extern "C" void aicore_sync(const AscendC::isa::SyncRecord* record);

namespace AscendC::isa {

inline void SyncRecord::Execute(const SyncRecord& record) {
    if (record.op > SyncOp::kPipeBarrier) {
        aicore_sync(&record);
    }
}

}  // namespace AscendC::isa
