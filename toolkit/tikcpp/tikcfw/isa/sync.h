// Synchronisation between cores.
#pragma once

#include "isa/core.h"

namespace AscendC::isa {

enum class SyncOp : uint8_t {
    kBarrierType,    ///< all cores of the caller's type
    kBarrierAll,     ///< all cores of the launch
    kBarrierMemory,  ///< the first `count` cores that name `address`; `id` is the core's word there
    kCrossSet,   ///< raises flag `id` of other cores; mode 0 grid, 1 AIVs of the group, 2 AIC <->
                 ///< its AIVs, 4 AIC <-> one AIV, by flag 16 + 16 * AIV + 0 to 15
    kCrossWait,  ///< waits until flag `id` of this core was raised, takes it down
    kPoll,       ///< lets the others run
    kAllBlocks,  ///< asks whether all blocks of the launch run at a time
};

struct SyncRecord {
    SyncOp op;
    uint8_t pipe;
    uint8_t mode;
    int32_t id;
    uint32_t count;
    const void* address;
};

}  // namespace AscendC::isa
