#include "kernel_operator.h"

extern "C" __global__ __aicore__ void affine(GM_ADDR x, GM_ADDR y, GM_ADDR rest, GM_ADDR workspace,
                                             GM_ADDR tiling) {
    GET_TILING_DATA(data, tiling);
    AscendC::GlobalTensor<float> from, to, left;
    from.SetGlobalBuffer((__gm__ float*)x);
    to.SetGlobalBuffer((__gm__ float*)y);
    left.SetGlobalBuffer((__gm__ float*)rest);
    for (uint32_t i = 0; i < data.length; ++i) {
        to.SetValue(i, from.GetValue(i) * data.scale + data.shift);
        left.SetValue(i, from.GetValue(i) - data.shift);
    }
}
