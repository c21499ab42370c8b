// Layer normalisation of each row, with mean and variance.
#include "share.h"

using namespace AscendC;

class KernelLayerNorm {
public:
    static constexpr uint32_t ROWS = 8;  // per tile

    __aicore__ inline void Init(GM_ADDR x, GM_ADDR gamma, GM_ADDR beta, GM_ADDR y, GM_ADDR mean,
                                GM_ADDR variance, GM_ADDR tilingGm, uint64_t rows, uint32_t cols) {
        this->cols = cols;
        xGm.SetGlobalBuffer((__gm__ float*)x, rows * cols);
        yGm.SetGlobalBuffer((__gm__ float*)y, rows * cols);
        gammaGm.SetGlobalBuffer((__gm__ float*)gamma, cols);
        betaGm.SetGlobalBuffer((__gm__ float*)beta, cols);
        meanGm.SetGlobalBuffer((__gm__ float*)mean, rows);
        varianceGm.SetGlobalBuffer((__gm__ float*)variance, rows);
        CopyTiling(&tiling, tilingGm);
        pipe.InitBuffer(inQueue, BUFFER_NUM, ROWS * cols * sizeof(float));
        pipe.InitBuffer(gammaQueue, 1, cols * sizeof(float));
        pipe.InitBuffer(betaQueue, 1, cols * sizeof(float));
        pipe.InitBuffer(outQueue, BUFFER_NUM, ROWS * cols * sizeof(float));
        pipe.InitBuffer(meanQueue, BUFFER_NUM, ROWS * sizeof(float));
        pipe.InitBuffer(varianceQueue, BUFFER_NUM, ROWS * sizeof(float));
    }

    __aicore__ inline void Process(const Share& share) {
        LocalTensor<float> gamma = gammaQueue.AllocTensor<float>();
        LocalTensor<float> beta = betaQueue.AllocTensor<float>();
        DataCopy(gamma, gammaGm, cols);
        DataCopy(beta, betaGm, cols);
        gammaQueue.EnQue(gamma);
        betaQueue.EnQue(beta);
        gamma = gammaQueue.DeQue<float>();
        beta = betaQueue.DeQue<float>();
        for (uint64_t row = share.begin; row < share.end; row += ROWS) {
            CopyIn(row);
            Compute(gamma, beta);
            CopyOut(row);
        }
        gammaQueue.FreeTensor(gamma);
        betaQueue.FreeTensor(beta);
    }

private:
    __aicore__ inline void CopyIn(uint64_t row) {
        LocalTensor<float> x = inQueue.AllocTensor<float>();
        DataCopy(x, xGm[row * cols], ROWS * cols);
        inQueue.EnQue(x);
    }

    __aicore__ inline void Compute(const LocalTensor<float>& gamma,
                                   const LocalTensor<float>& beta) {
        LocalTensor<float> x = inQueue.DeQue<float>();
        LocalTensor<float> y = outQueue.AllocTensor<float>();
        LocalTensor<float> mean = meanQueue.AllocTensor<float>();
        LocalTensor<float> variance = varianceQueue.AllocTensor<float>();
        LayerNorm<float>(y, mean, variance, x, gamma, beta, 1e-5f, tiling);
        outQueue.EnQue(y);
        meanQueue.EnQue(mean);
        varianceQueue.EnQue(variance);
        inQueue.FreeTensor(x);
    }

    __aicore__ inline void CopyOut(uint64_t row) {
        LocalTensor<float> y = outQueue.DeQue<float>();
        LocalTensor<float> mean = meanQueue.DeQue<float>();
        LocalTensor<float> variance = varianceQueue.DeQue<float>();
        DataCopy(yGm[row * cols], y, ROWS * cols);
        DataCopy(meanGm[row], mean, ROWS);
        DataCopy(varianceGm[row], variance, ROWS);
        outQueue.FreeTensor(y);
        meanQueue.FreeTensor(mean);
        varianceQueue.FreeTensor(variance);
    }

    TPipe pipe;
    TQue<TPosition::VECIN, BUFFER_NUM> inQueue;
    TQue<TPosition::VECIN, 1> gammaQueue, betaQueue;
    TQue<TPosition::VECOUT, BUFFER_NUM> outQueue, meanQueue, varianceQueue;
    GlobalTensor<float> xGm, yGm, gammaGm, betaGm, meanGm, varianceGm;
    LayerNormTiling tiling;
    uint32_t cols;
};

extern "C" __global__ __aicore__ void layer_norm(GM_ADDR x, GM_ADDR gamma, GM_ADDR beta, GM_ADDR y,
                                                 GM_ADDR mean, GM_ADDR variance, GM_ADDR tiling,
                                                 uint64_t rows, uint32_t cols) {
    KernelLayerNorm op;
    op.Init(x, gamma, beta, y, mean, variance, tiling, rows, cols);
    op.Process(Share(rows, KernelLayerNorm::ROWS));
}
