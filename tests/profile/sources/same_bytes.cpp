#include "acl/acl.h"
#include "kernel_operator.h"
#include "lib/matmul_intf.h"

constexpr uint32_t M = 64, N = 64, K = 128, BLOCKS = 6;
using Operand = AscendC::MatmulType<AscendC::TPosition::GM, CubeFormat::ND, half>;
using Result = AscendC::MatmulType<AscendC::TPosition::GM, CubeFormat::ND, float>;

constexpr MatmulApiStaticTiling MakeTiling() {
    MatmulConfig config =
        GetMMConfig<MatmulConfigMode::CONFIG_MDL>(MatmulShapeParams{M, N, K, 32, 32, 64});
    config.enableSetBias = false;
    return AscendC::GetMatmulApiTiling<Operand, Operand, Result, Result>(config);
}
constexpr MatmulApiStaticTiling TILING = MakeTiling();

__global__ __aicore__ void product(GM_ADDR a, GM_ADDR b, GM_ADDR c, GM_ADDR workspace) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
    using namespace AscendC;
    TPipe pipe;
    Matmul<Operand, Operand, Result, Result, TILING> mm;
    REGIST_MATMUL_OBJ(&pipe, GetSysWorkSpacePtr(), mm, (TCubeTiling*)nullptr);
    const uint32_t part = GetBlockIdx();
    GlobalTensor<half> left, right;
    GlobalTensor<float> result;
    left.SetGlobalBuffer((__gm__ half*)a + part % 2 * M * K);
    right.SetGlobalBuffer((__gm__ half*)b);
    result.SetGlobalBuffer((__gm__ float*)c + part * M * N);
    mm.SetTensorA(left);
    mm.SetTensorB(right);
    mm.IterateAll(result);
    mm.End();
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, N * sizeof(float));
    LocalTensor<float> row = buffer.Get<float>();
    for (uint32_t i = 0; i < M; ++i) {
        DataCopy(row, result[i * N], N);
        PipeBarrier<PIPE_ALL>();
        Exp(row, row, N);
        PipeBarrier<PIPE_ALL>();
        DataCopy(result[i * N], row, N);
        PipeBarrier<PIPE_ALL>();
    }
}

int main() {
    void *host, *a, *b, *c, *workspace;
    aclrtStream stream;
    aclInit(nullptr);
    aclrtSetDevice(0);
    aclrtCreateStream(&stream);
    aclrtMallocHost(&host, 1 << 20);
    aclrtMalloc(&a, 2 * M * K * 2, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMalloc(&b, N * K * 2, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMalloc(&c, 2 * BLOCKS * M * N * 4, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMalloc(&workspace, 32 << 20, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMemset(a, 2 * M * K * 2, 0, 2 * M * K * 2);
    aclrtMemset(b, N * K * 2, 0, N * K * 2);
    for (int i = 0; i < 2; ++i) {
        product<<<BLOCKS, nullptr, stream>>>((uint8_t*)a, (uint8_t*)b, (uint8_t*)c,
                                             (uint8_t*)workspace);
    }
    return aclrtSynchronizeStream(stream);
}
