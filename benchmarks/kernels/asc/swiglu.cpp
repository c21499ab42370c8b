// SwiGLU: x * gate * sigmoid(gate).
#include "share.h"

using namespace AscendC;

constexpr int32_t TILE = 4096;

extern "C" __global__ __aicore__ void swiglu_kernel(GM_ADDR x, GM_ADDR gate, GM_ADDR y,
                                                    int32_t count) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    TPipe pipe;
    PairsOfTiles<float> tiles(pipe, x, gate, y, TILE, count);
    const float beta = 1.0f;
    tiles.Process([&beta](auto& result, auto& value, auto& factor) {
        SwiGLU<float>(result, value, factor, beta);
    });
}
