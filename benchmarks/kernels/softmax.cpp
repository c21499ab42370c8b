// Softmax of each row.
#include "share.h"

using namespace AscendC;

class KernelSoftmax {
public:
    static constexpr uint32_t ROWS = 8;  // per tile

    __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, GM_ADDR tilingGm, uint64_t rows,
                                uint32_t cols) {
        this->cols = cols;
        xGm.SetGlobalBuffer((__gm__ float*)x, rows * cols);
        yGm.SetGlobalBuffer((__gm__ float*)y, rows * cols);
        CopyTiling(&tiling, tilingGm);
        pipe.InitBuffer(inQueue, BUFFER_NUM, ROWS * cols * sizeof(float));
        pipe.InitBuffer(outQueue, BUFFER_NUM, ROWS * cols * sizeof(float));
        pipe.InitBuffer(sumBuffer, ROWS * 32);
        pipe.InitBuffer(maxBuffer, ROWS * 32);
    }

    __aicore__ inline void Process(const Share& share) {
        for (uint64_t row = share.begin; row < share.end; row += ROWS) {
            const uint32_t rows =
                static_cast<uint32_t>(share.end - row < ROWS ? share.end - row : ROWS);
            CopyIn(row, rows);
            Compute(rows);
            CopyOut(row, rows);
        }
    }

private:
    __aicore__ inline void CopyIn(uint64_t row, uint32_t rows) {
        LocalTensor<float> x = inQueue.AllocTensor<float>();
        DataCopy(x, xGm[row * cols], rows * cols);
        inQueue.EnQue(x);
    }

    __aicore__ inline void Compute(uint32_t rows) {
        LocalTensor<float> x = inQueue.DeQue<float>();
        LocalTensor<float> y = outQueue.AllocTensor<float>();
        LocalTensor<float> sum = sumBuffer.Get<float>();
        LocalTensor<float> max = maxBuffer.Get<float>();
        SoftMaxShapeInfo shape = {rows, cols, rows, cols};
        SoftMax<float>(y, sum, max, x, tiling, shape);
        outQueue.EnQue(y);
        inQueue.FreeTensor(x);
    }

    __aicore__ inline void CopyOut(uint64_t row, uint32_t rows) {
        LocalTensor<float> y = outQueue.DeQue<float>();
        DataCopy(yGm[row * cols], y, rows * cols);
        outQueue.FreeTensor(y);
    }

    TPipe pipe;
    TQue<TPosition::VECIN, BUFFER_NUM> inQueue;
    TQue<TPosition::VECOUT, BUFFER_NUM> outQueue;
    TBuf<TPosition::VECCALC> sumBuffer, maxBuffer;
    GlobalTensor<float> xGm, yGm;
    SoftMaxTiling tiling;
    uint32_t cols;
};

extern "C" __global__ __aicore__ void softmax(GM_ADDR x, GM_ADDR y, GM_ADDR tiling, uint64_t rows,
                                              uint32_t cols) {
    KernelSoftmax op;
    op.Init(x, y, tiling, rows, cols);
    op.Process(Share(rows, KernelSoftmax::ROWS));
}
