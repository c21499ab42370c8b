// A linear layer: x @ weight + bias.
#define ASCENDC_CUBE_ONLY
#include "lib/matmul_intf.h"
#include "share.h"

using namespace AscendC;

extern "C" __global__ __aicore__ void linear_kernel(GM_ADDR x, GM_ADDR weight, GM_ADDR bias,
                                                    GM_ADDR y, GM_ADDR tilingGm,
                                                    GM_ADDR workspace) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIC_ONLY);
    using Halves = MatmulType<TPosition::GM, CubeFormat::ND, half>;
    using Floats = MatmulType<TPosition::GM, CubeFormat::ND, float>;
    TPipe pipe;
    TCubeTiling tiling;
    CopyTiling(&tiling, tilingGm);
    const int32_t bands = (tiling.M + tiling.singleCoreM - 1) / tiling.singleCoreM;
    const int32_t row = GetBlockIdx() % bands * tiling.singleCoreM;
    const int32_t column = GetBlockIdx() / bands * tiling.singleCoreN;
    GlobalTensor<half> xGm, weightGm;
    GlobalTensor<float> biasGm, yGm;
    xGm.SetGlobalBuffer(reinterpret_cast<__gm__ half*>(x) + row * tiling.Ka);
    weightGm.SetGlobalBuffer(reinterpret_cast<__gm__ half*>(weight) + column);
    biasGm.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(bias) + column);
    yGm.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y) + row * tiling.N + column);
    Matmul<Halves, Halves, Floats, Floats> product;
    REGIST_MATMUL_OBJ(&pipe, workspace, product, &tiling);
    product.SetTensorA(xGm);
    product.SetTensorB(weightGm);
    product.SetBias(biasGm);
    product.IterateAll(yGm);
    product.End();
}
