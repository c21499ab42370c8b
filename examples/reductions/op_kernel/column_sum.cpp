// ColumnSum: core b adds the rows b, b + cores, ... into y, in memory.
#include "common/float_tile.h"

extern "C" __global__ __aicore__ void column_sum(GM_ADDR x, GM_ADDR y, GM_ADDR workspace,
                                                 GM_ADDR tiling) {
    GET_TILING_DATA(tilingData, tiling);
    const uint32_t columns = tilingData.columns;
    AscendC::GlobalTensor<DTYPE_X> xGm;
    AscendC::GlobalTensor<float> yGm;
    xGm.SetGlobalBuffer((__gm__ DTYPE_X*)x, static_cast<uint64_t>(tilingData.rows) * columns);
    yGm.SetGlobalBuffer((__gm__ float*)y, columns);
    AscendC::TPipe pipe;
    FloatTile<DTYPE_X> tile;
    tile.Init(pipe, columns);
    AscendC::SetAtomicAdd<float>();
    for (uint32_t row = AscendC::GetBlockIdx(); row < tilingData.rows;
         row += AscendC::GetBlockNum()) {
        AscendC::LocalTensor<float> values =
            tile.Load(xGm[static_cast<uint64_t>(row) * columns], columns);
        AscendC::DataCopyPad(yGm, values,
                             {1, static_cast<uint32_t>(columns * sizeof(float)), 0, 0, 0});
        AscendC::PipeBarrier<PIPE_ALL>();
    }
    AscendC::SetAtomicNone();
}
