#include "kernel_operator.h"
using namespace AscendC;
// The cube core passes on what the vector cores of its group wrote before they notified it.
extern "C" __global__ __aicore__ void events(GM_ADDR counters) {
    __gm__ int32_t* p = (__gm__ int32_t*)counters;
    if ASCEND_IS_AIV {
        p[GetSubBlockIdx() * 16] = 5 + GetSubBlockIdx();
        NotifyEvent<PIPE_MTE3>(3);
        WaitEvent<PIPE_MTE2>(4);
        p[64 + GetSubBlockIdx() * 16] = p[48];
    } else {
        WaitEvent(3);
        p[48] = p[0] * 10 + p[16];
        NotifyEvent<PIPE_FIX>(4);
    }
}
