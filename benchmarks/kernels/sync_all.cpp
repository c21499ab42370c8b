// All vector cores wait for each other, `times` times.
#include "kernel_operator.h"

extern "C" __global__ __aicore__ void sync_all(uint64_t times) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIV_1_0);
    for (uint64_t i = 0; i < times; ++i) {
        AscendC::SyncAll();
    }
}
