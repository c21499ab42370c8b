// Attention of heads: softmax(q k^T / sqrt(d)) v.
#include "lib/matmul_intf.h"
#include "share.h"

using namespace AscendC;

constexpr int32_t QUERIES = 64, ROWS = 16, KEYS = 256, DEPTH = 64;

class KernelAttention {
public:
    using Halves = MatmulType<TPosition::GM, CubeFormat::ND, half>;
    using Right = MatmulType<TPosition::GM, CubeFormat::ND, half, true>;
    using Floats = MatmulType<TPosition::GM, CubeFormat::ND, float>;

    __aicore__ inline void Init(TPipe& pipe, GM_ADDR scores, GM_ADDR weights, GM_ADDR tilingGm) {
        const int32_t first = GetBlockIdx() * QUERIES;
        scoresGm.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(scores) + first * KEYS);
        weightsGm.SetGlobalBuffer(reinterpret_cast<__gm__ half*>(weights) + first * KEYS);
        CopyTiling(&tiling, tilingGm);
        pipe.InitBuffer(inQueue, BUFFERS, ROWS * KEYS * sizeof(float));
        pipe.InitBuffer(outQueue, BUFFERS, ROWS * KEYS * sizeof(half));
        pipe.InitBuffer(statistics, 2 * ROWS * 32);
    }

    __aicore__ inline void Process(GM_ADDR q, GM_ADDR k, GM_ADDR v, GM_ADDR y, float scale) {
        const int32_t core = GetBlockIdx(), head = core / 2;
        GlobalTensor<half> qGm, kGm, vGm;
        GlobalTensor<float> yGm;
        qGm.SetGlobalBuffer(reinterpret_cast<__gm__ half*>(q) + core * QUERIES * DEPTH);
        kGm.SetGlobalBuffer(reinterpret_cast<__gm__ half*>(k) + head * KEYS * DEPTH);
        vGm.SetGlobalBuffer(reinterpret_cast<__gm__ half*>(v) + head * KEYS * DEPTH);
        yGm.SetGlobalBuffer(reinterpret_cast<__gm__ float*>(y) + core * QUERIES * DEPTH);
        product.SetOrgShape(QUERIES, KEYS, DEPTH);
        product.SetSingleShape(QUERIES, KEYS, DEPTH);
        product.SetTensorA(qGm);
        product.SetTensorB(kGm, true);
        product.IterateAll(scoresGm);
        for (int32_t i = 0; i < QUERIES / ROWS; ++i) {
            Weigh(i * ROWS * KEYS, scale);
        }
        PipeBarrier<PIPE_ALL>();
        product.SetOrgShape(QUERIES, DEPTH, KEYS);
        product.SetSingleShape(QUERIES, DEPTH, KEYS);
        product.SetTensorA(weightsGm);
        product.SetTensorB(vGm, false);
        product.IterateAll(yGm);
        product.End();
    }

    Matmul<Halves, Right, Floats, Floats> product;

private:
    __aicore__ inline void Weigh(int32_t offset, float scale) {
        auto filled = inQueue.AllocTensor<float>();
        DataCopy(filled, scoresGm[offset], ROWS * KEYS);
        inQueue.EnQue(filled);
        auto rows = inQueue.DeQue<float>();
        Muls(rows, rows, scale, ROWS * KEYS);
        auto sums = statistics.Get<float>();
        auto maxima = sums[ROWS * 8];
        SoftMax<float>(rows, sums, maxima, rows, tiling, {ROWS, KEYS, ROWS, KEYS});
        auto halves = outQueue.AllocTensor<half>();
        Cast(halves, rows, RoundMode::CAST_RINT, ROWS * KEYS);
        outQueue.EnQue(halves);
        inQueue.FreeTensor(rows);
        auto done = outQueue.DeQue<half>();
        DataCopy(weightsGm[offset], done, ROWS * KEYS);
        outQueue.FreeTensor(done);
    }

    TQue<TPosition::VECIN, BUFFERS> inQueue;
    TQue<TPosition::VECOUT, BUFFERS> outQueue;
    TBuf<TPosition::VECCALC> statistics;
    GlobalTensor<float> scoresGm;
    GlobalTensor<half> weightsGm;
    SoftMaxTiling tiling;
};

extern "C" __global__ __aicore__ void attention_kernel(GM_ADDR q, GM_ADDR k, GM_ADDR v,
                                                       GM_ADDR scores, GM_ADDR weights, GM_ADDR y,
                                                       GM_ADDR productTiling, GM_ADDR softmaxTiling,
                                                       float scale, GM_ADDR workspace) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
    TPipe pipe;
    TCubeTiling tiling;
    CopyTiling(&tiling, productTiling);
    KernelAttention op;
    op.Init(pipe, scores, weights, softmaxTiling);
    REGIST_MATMUL_OBJ(&pipe, workspace, op.product, &tiling);
    op.Process(q, k, v, y, scale);
}
