#include "kernel_operator.h"
extern "C" __global__ __aicore__ void copy_it(GM_ADDR x, GM_ADDR z, GM_ADDR, GM_ADDR) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
#ifdef __DAV_C220_CUBE__
    z[0] = 10 + (KEY);
#else
    z[64 + 64 * AscendC::GetSubBlockIdx()] = 20 + (KEY);
#endif
}
