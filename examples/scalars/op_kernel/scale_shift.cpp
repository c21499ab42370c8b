// ScaleShift: y = min(max(x * scale + shift + bias, bounds[0]), bounds[1]), on one core.
#include "kernel_operator.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void scale_shift(GM_ADDR x, GM_ADDR bias, GM_ADDR scale,
                                                  GM_ADDR shift, GM_ADDR bounds, GM_ADDR y,
                                                  GM_ADDR raw, GM_ADDR workspace, GM_ADDR tiling) {
    GET_TILING_DATA(tilingData, tiling);
    using T = DTYPE_X;
    const uint32_t length = tilingData.length;
    const uint32_t bytes = length * sizeof(T);
    GlobalTensor<T> xGm, biasGm, scaleGm, yGm, rawGm;
    GlobalTensor<float> shiftGm, boundsGm;
    xGm.SetGlobalBuffer((__gm__ T*)x, length);
    biasGm.SetGlobalBuffer((__gm__ T*)bias, length);
    scaleGm.SetGlobalBuffer((__gm__ T*)scale, 1);
    shiftGm.SetGlobalBuffer((__gm__ float*)shift, 1);
    boundsGm.SetGlobalBuffer((__gm__ float*)bounds, 2);
    yGm.SetGlobalBuffer((__gm__ T*)y, length);
    rawGm.SetGlobalBuffer((__gm__ T*)raw, length);

    TPipe pipe;
    TBuf<TPosition::VECCALC> valueBuffer, biasBuffer;
    pipe.InitBuffer(valueBuffer, bytes);
    pipe.InitBuffer(biasBuffer, bytes);
    LocalTensor<T> value = valueBuffer.Get<T>();
    LocalTensor<T> added = biasBuffer.Get<T>();
    const DataCopyExtParams whole{1, bytes, 0, 0, 0};
    const DataCopyPadExtParams<T> noPad{false, 0, 0, 0};
    DataCopyPad(value, xGm, whole, noPad);
    if (tilingData.hasBias != 0) {
        DataCopyPad(added, biasGm, whole, noPad);
    }
    PipeBarrier<PIPE_ALL>();
    const int32_t count = static_cast<int32_t>(length);
    Muls(value, value, scaleGm.GetValue(0), count);
    Adds(value, value, static_cast<T>(shiftGm.GetValue(0)), count);
    if (tilingData.hasBias != 0) {
        Add(value, value, added, count);
    }
    PipeBarrier<PIPE_ALL>();
    if (raw != nullptr) {
        DataCopyPad(rawGm, value, whole);
        PipeBarrier<PIPE_ALL>();
    }
    Maxs(value, value, static_cast<T>(boundsGm.GetValue(0)), count);
    Mins(value, value, static_cast<T>(boundsGm.GetValue(1)), count);
    PipeBarrier<PIPE_ALL>();
    DataCopyPad(yGm, value, whole);
}
