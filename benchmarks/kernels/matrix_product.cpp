// Product of two matrices of halves, in float.
#define ASCENDC_CUBE_ONLY
#include "lib/matmul_intf.h"
#include "share.h"

using namespace AscendC;

class KernelMatrixProduct {
public:
    using AType = MatmulType<TPosition::GM, CubeFormat::ND, half>;
    using CType = MatmulType<TPosition::GM, CubeFormat::ND, float>;

    __aicore__ inline void Process(GM_ADDR a, GM_ADDR b, GM_ADDR c) {
        const int rows = (tiling.M + tiling.singleCoreM - 1) / tiling.singleCoreM;
        const int row = GetBlockIdx() % rows * tiling.singleCoreM;
        const int column = GetBlockIdx() / rows * tiling.singleCoreN;
        GlobalTensor<half> aGm, bGm;
        GlobalTensor<float> cGm;
        aGm.SetGlobalBuffer((__gm__ half*)a, tiling.M * tiling.Ka);
        bGm.SetGlobalBuffer((__gm__ half*)b, tiling.Kb * tiling.N);
        cGm.SetGlobalBuffer((__gm__ float*)c, tiling.M * tiling.N);
        object.SetTail(Rest(tiling.M, row, tiling.singleCoreM),
                       Rest(tiling.N, column, tiling.singleCoreN));
        object.SetTensorA(aGm[row * tiling.Ka]);
        object.SetTensorB(bGm[column]);
        object.IterateAll(cGm[row * tiling.N + column]);
        object.End();
    }

    Matmul<AType, AType, CType, CType, CFG_MDL> object;
    TCubeTiling tiling;

private:
    static __aicore__ inline int Rest(int all, int begin, int part) {
        return all - begin < part ? all - begin : part;
    }
};

extern "C" __global__ __aicore__ void matrix_product(GM_ADDR a, GM_ADDR b, GM_ADDR c,
                                                     GM_ADDR tiling) {
    KernelMatrixProduct op;
    TPipe pipe;
    CopyTiling(&op.tiling, tiling);
    REGIST_MATMUL_OBJ(&pipe, GetSysWorkSpacePtr(), op.object, &op.tiling);
    if (GetBlockIdx() < op.tiling.usedCoreNum) {
        op.Process(a, b, c);
    }
}
