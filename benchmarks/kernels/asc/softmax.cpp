// Softmax of rows.
#include "share.h"

using namespace AscendC;

constexpr uint32_t ROWS = 8, WIDTH = 512;

extern "C" __global__ __aicore__ void softmax_kernel(GM_ADDR x, GM_ADDR y, GM_ADDR tilingGm,
                                                     int32_t count) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    TPipe pipe;
    SoftMaxTiling tiling;
    CopyTiling(&tiling, tilingGm);
    Tiles<float, float> tiles(pipe, x, y, ROWS * WIDTH, count);
    TBuf<TPosition::VECCALC> sumBuffer, maxBuffer;
    pipe.InitBuffer(sumBuffer, ROWS * 32);
    pipe.InitBuffer(maxBuffer, ROWS * 32);
    auto sums = sumBuffer.Get<float>();
    auto maxima = maxBuffer.Get<float>();
    tiles.Process([&](auto& result, auto& rows) {
        SoftMax<float>(result, sums, maxima, rows, tiling, {ROWS, WIDTH, ROWS, WIDTH});
    });
}
