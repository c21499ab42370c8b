// Tasks of the communication library, which carries them out concurrently with the cores of a
// launch.
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
    uint64_t* done;  ///< receives how many turns are done; may be null
};

}  // namespace AscendC::isa

extern "C" {
/// Memory that other ranks could reach: 0 for what comes in, 1 for what goes out. Lives as long as
/// the launch; `size` gets its bytes.
uint8_t* aicore_window(int direction, uint64_t* size);
}
