// Tasks of the communication library, which carries them out beside the cores of a launch.
#pragma once

#include "isa/core.h"

namespace AscendC::isa {

enum class CollectiveOp : uint8_t {
    kFinish,  ///< one more turn of the task is done
    kWait,    ///< until `turns` turns of the task are done
};

/// Turns are counted for each type of core apart, since each commits its own tasks.
struct CollectiveRecord {
    static constexpr int kTasks = 64;
    CollectiveOp op;
    int32_t task;
    uint64_t turns;

    static void Execute(const CollectiveRecord& record);
};

}  // namespace AscendC::isa

extern "C" {
/// Returns how many turns of the task are done.
uint64_t aicore_collective(const AscendC::isa::CollectiveRecord* record);
/// Memory that other ranks could reach: 0 for what comes in, 1 for what goes out. Lives as long as
/// the launch; `size` gets its bytes.
uint8_t* aicore_window(int direction, uint64_t* size);
}

namespace AscendC::isa {

inline void CollectiveRecord::Execute(const CollectiveRecord& record) {
    aicore_collective(&record);
}

}  // namespace AscendC::isa
