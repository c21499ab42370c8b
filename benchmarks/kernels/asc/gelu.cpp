// GELU by its approximation with a sigmoid.
#include "share.h"

using namespace AscendC;

constexpr int32_t TILE = 4096;
constexpr float CUBIC = 0.044715f, SLOPE = -1.5957691216057308f;

extern "C" __global__ __aicore__ void gelu_kernel(GM_ADDR x, GM_ADDR y, int32_t count) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    TPipe pipe;
    Tiles<float, float> tiles(pipe, x, y, TILE, count);
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, TILE * sizeof(float));
    auto power = buffer.Get<float>();
    tiles.Process([&power](auto& result, auto& value) {
        Mul(power, value, value, TILE);
        Muls(power, power, CUBIC * SLOPE, TILE);
        Adds(power, power, SLOPE, TILE);
        Mul(power, power, value, TILE);
        Exp(power, power, TILE);
        Adds(power, power, 1.0f, TILE);
        Div(result, value, power, TILE);
    });
}
