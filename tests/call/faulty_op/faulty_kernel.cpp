#include "kernel_operator.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void faulty(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                             GM_ADDR tiling) {
    GET_TILING_DATA(data, tiling);
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 1024);
    LocalTensor<float> local = buffer.Get<float>();
    if (GetBlockIdx() != 1) {
        return;
    }
    if (data.fault == 2) {
        Duplicate(local[100000], 1.0f, 64);
    }
    if (data.fault == 3) {
        GlobalTensor<float> result;
        result.SetGlobalBuffer((__gm__ float*)y);
        result.SetValue(1 << 14, 1.0f);
    }
    volatile bool forever = data.fault == 1;
    while (forever) {
    }
}
