// The sum of two vectors.
#include "share.h"

using namespace AscendC;

constexpr int32_t TILE = 2048, TILES = 8;

extern "C" __global__ __aicore__ void add_kernel(GM_ADDR x, GM_ADDR y, GM_ADDR z) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    TPipe pipe;
    PairsOfTiles<float> tiles(pipe, x, y, z, TILE, TILES);
    tiles.Process([](auto& sum, auto& a, auto& b) { Add(sum, a, b, TILE); });
}
