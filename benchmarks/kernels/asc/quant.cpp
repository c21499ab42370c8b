// Halves as signed bytes.
#include "share.h"

using namespace AscendC;

constexpr int32_t TILE = 8192;

extern "C" __global__ __aicore__ void quant_kernel(GM_ADDR x, GM_ADDR y, float scale, float offset,
                                                   int32_t count) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    TPipe pipe;
    Tiles<half, int8_t> tiles(pipe, x, y, TILE, count);
    tiles.Process(
        [&](auto& result, auto& source) { AscendQuant(result, source, scale, offset, TILE); });
}
