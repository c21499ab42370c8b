#include "kernel_operator.h"
extern "C" __global__ __aicore__ void scale_rows(GM_ADDR x, GM_ADDR bias, GM_ADDR y,
                                                 GM_ADDR workspace, GM_ADDR tiling) {
    GET_TILING_DATA(data, tiling);
    AscendC::GlobalTensor<float> from, add, to;
    from.SetGlobalBuffer((__gm__ float*)x);
    add.SetGlobalBuffer((__gm__ float*)bias);
    to.SetGlobalBuffer((__gm__ float*)y);
    for (uint32_t i = 0; i < data.length; ++i) {
        to.SetValue(i, from.GetValue(i) * data.scale + (data.hasBias ? add.GetValue(i) : 0.0f));
    }
}
