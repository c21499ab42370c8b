// SliceRows: copies the rows that tiling chose, scaled.
#include "kernel_operator.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void slice_rows(GM_ADDR x, GM_ADDR range, GM_ADDR scale, GM_ADDR y,
                                                 GM_ADDR workspace, GM_ADDR tiling) {
    GET_TILING_DATA(tilingData, tiling);
    constexpr uint32_t TILE = 4096;
    GlobalTensor<float> xGm, yGm;
    xGm.SetGlobalBuffer((__gm__ float*)x + tilingData.begin, tilingData.length);
    yGm.SetGlobalBuffer((__gm__ float*)y, tilingData.length);
    TPipe pipe;
    TQueBind<TPosition::VECIN, TPosition::VECOUT, 2> queue;
    pipe.InitBuffer(queue, 2, TILE * sizeof(float));
    for (uint64_t offset = 0; offset < tilingData.length; offset += TILE) {
        const uint64_t rest = tilingData.length - offset;
        const uint32_t count = static_cast<uint32_t>(rest < TILE ? rest : TILE);
        const DataCopyExtParams part{1, static_cast<uint32_t>(count * sizeof(float)), 0, 0, 0};
        LocalTensor<float> rows = queue.AllocTensor<float>();
        DataCopyPad(rows, xGm[offset], part, {false, 0, 0, 0});
        queue.EnQue(rows);
        rows = queue.DeQue<float>();
        Muls(rows, rows, tilingData.scale, static_cast<int32_t>(count));
        PipeBarrier<PIPE_ALL>();
        DataCopyPad(yGm[offset], rows, part);
        queue.FreeTensor(rows);
    }
}
