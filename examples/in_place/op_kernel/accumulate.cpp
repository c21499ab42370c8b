// Accumulate: var += alpha * x + offsets, tile by tile on one core. var_ref is the same memory as
// var.
#include "kernel_operator.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void accumulate(GM_ADDR var, GM_ADDR x, GM_ADDR offsets,
                                                 GM_ADDR var_ref, GM_ADDR workspace,
                                                 GM_ADDR tiling) {
    GET_TILING_DATA(tilingData, tiling);
    constexpr uint32_t TILE = 2048;
    GlobalTensor<float> varGm, xGm, offsetsGm, resultGm;
    varGm.SetGlobalBuffer((__gm__ float*)var, tilingData.length);
    xGm.SetGlobalBuffer((__gm__ float*)x, tilingData.length);
    offsetsGm.SetGlobalBuffer((__gm__ float*)offsets, tilingData.length);
    resultGm.SetGlobalBuffer((__gm__ float*)var_ref, tilingData.length);
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 3 * TILE * sizeof(float));
    LocalTensor<float> sum = buffer.Get<float>();
    LocalTensor<float> scaled = sum[TILE];
    LocalTensor<float> offset = sum[2 * TILE];
    for (uint64_t begin = 0; begin < tilingData.length; begin += TILE) {
        const uint64_t rest = tilingData.length - begin;
        const uint32_t count = static_cast<uint32_t>(rest < TILE ? rest : TILE);
        const DataCopyExtParams part{1, static_cast<uint32_t>(count * sizeof(float)), 0, 0, 0};
        DataCopyPad(sum, varGm[begin], part, {false, 0, 0, 0});
        DataCopyPad(scaled, xGm[begin], part, {false, 0, 0, 0});
        DataCopyPad(offset, offsetsGm[begin], part, {false, 0, 0, 0});
        PipeBarrier<PIPE_ALL>();
        Axpy(sum, scaled, tilingData.alpha, static_cast<int32_t>(count));
        Add(sum, sum, offset, static_cast<int32_t>(count));
        PipeBarrier<PIPE_ALL>();
        DataCopyPad(resultGm[begin], sum, part);
        PipeBarrier<PIPE_ALL>();
    }
}
