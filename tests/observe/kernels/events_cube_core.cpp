#include "lib/matmul_intf.h"
extern "C" __global__ __aicore__ void traced_kernel(GM_ADDR a, GM_ADDR b, GM_ADDR c, GM_ADDR t) {
    using namespace AscendC;
    if ASCEND_IS_AIC {
        return;
    }
    TPipe pipe;
    TCubeTiling tiling;
    GET_TILING_DATA_WITH_STRUCT(TCubeTiling, data, t);
    Matmul<MatmulType<TPosition::GM, CubeFormat::ND, half>,
           MatmulType<TPosition::GM, CubeFormat::ND, half>,
           MatmulType<TPosition::GM, CubeFormat::ND, float>>
        mm;
    mm.Init(&data, &pipe);
    GlobalTensor<half> ga, gb;
    GlobalTensor<float> gc;
    ga.SetGlobalBuffer((__gm__ half*)a);
    gb.SetGlobalBuffer((__gm__ half*)b);
    gc.SetGlobalBuffer((__gm__ float*)c);
    mm.SetTensorA(ga);
    mm.SetTensorB(gb);
    mm.IterateAll(gc);
    mm.End();
}
