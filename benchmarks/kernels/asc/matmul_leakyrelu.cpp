// A product of matrices whose blocks go through a leaky ReLU.
#include "lib/matmul_intf.h"
#include "share.h"

using namespace AscendC;

constexpr int32_t BASE_M = 128, BASE_N = 64, BLOCK = 8;

extern "C" __global__ __aicore__ void matmul_leakyrelu_kernel(GM_ADDR a, GM_ADDR b, GM_ADDR c,
                                                              float slope, GM_ADDR tilingGm,
                                                              GM_ADDR workspace) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
    using Halves = MatmulType<TPosition::GM, CubeFormat::ND, half>;
    using Result = MatmulType<TPosition::VECCALC, CubeFormat::ND, float>;
    TPipe pipe;
    TCubeTiling tiling;
    CopyTiling(&tiling, tilingGm);
    const int32_t bands = (tiling.M + tiling.singleCoreM - 1) / tiling.singleCoreM;
    const int32_t row = GetBlockIdx() % bands * tiling.singleCoreM;
    const int32_t column = GetBlockIdx() / bands * tiling.singleCoreN;
    GlobalTensor<half> aGm, bGm;
    GlobalTensor<float> cGm;
    aGm.SetGlobalBuffer(reinterpret_cast<__gm__ half*>(a) + row * tiling.Ka);
    bGm.SetGlobalBuffer(reinterpret_cast<__gm__ half*>(b) + column);
    cGm.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(c) + row * tiling.N + column);
    TQue<TPosition::VECOUT, 1> queue;
    pipe.InitBuffer(queue, 1, BASE_M * BASE_N * sizeof(float));
    Matmul<Halves, Halves, Result, Result> product;
    REGIST_MATMUL_OBJ(&pipe, workspace, product, &tiling);
    product.SetTensorA(aGm);
    product.SetTensorB(bGm);
    const int32_t blocks = tiling.singleCoreM / BASE_M;
    const uint16_t gap = (tiling.N - BASE_N) / BLOCK;
    for (int32_t count = 0; product.Iterate<true>(); ++count) {
        auto block = queue.AllocTensor<float>();
        product.GetTensorC<true>(block, false, true);
        LeakyRelu(block, block, slope, BASE_M * BASE_N);
        queue.EnQue(block);
        auto done = queue.DeQue<float>();
        const int32_t offset = count % blocks * BASE_M * tiling.N + count / blocks * BASE_N;
        DataCopy(cGm[offset], done, DataCopyParams(BASE_M, BASE_N / BLOCK, 0, gap));
        queue.FreeTensor(done);
    }
    product.End();
}
