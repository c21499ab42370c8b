// RMSNorm of rows.
#include "share.h"

using namespace AscendC;

constexpr int32_t ROWS = 8, WIDTH = 512;

extern "C" __global__ __aicore__ void rmsnorm_kernel(GM_ADDR x, GM_ADDR gamma, GM_ADDR y,
                                                     GM_ADDR tilingGm, int32_t count) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    TPipe pipe;
    RmsNormTiling tiling;
    CopyTiling(&tiling, tilingGm);
    Tiles<float, float> tiles(pipe, x, y, ROWS * WIDTH, count);
    TQue<TPosition::VECIN, 1> gammaQueue;
    pipe.InitBuffer(gammaQueue, 1, WIDTH * sizeof(float));
    GlobalTensor<float> gammaGm;
    gammaGm.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(gamma));
    auto filled = gammaQueue.AllocTensor<float>();
    DataCopy(filled, gammaGm, WIDTH);
    gammaQueue.EnQue(filled);
    auto scale = gammaQueue.DeQue<float>();
    tiles.Process([&](auto& result, auto& rows) {
        RmsNorm<float, false>(result, rows, scale, 1e-6f, tiling);
    });
    gammaQueue.FreeTensor(scale);
}
