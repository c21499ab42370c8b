// Softmax of each row in basic vector instructions.
#include "share.h"

using namespace AscendC;

class KernelSoftmax {
public:
    static constexpr uint32_t ROWS = 8;  // per tile

    __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, uint64_t rows, uint32_t cols) {
        this->cols = cols;
        xGm.SetGlobalBuffer((__gm__ float*)x, rows * cols);
        yGm.SetGlobalBuffer((__gm__ float*)y, rows * cols);
        pipe.InitBuffer(inQueue, BUFFER_NUM, ROWS * cols * sizeof(float));
        pipe.InitBuffer(outQueue, BUFFER_NUM, ROWS * cols * sizeof(float));
        pipe.InitBuffer(work, cols * sizeof(float));
        pipe.InitBuffer(value, 32);
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
        for (uint32_t row = 0; row < rows; ++row) {
            Row(y[row * cols], x[row * cols]);
        }
        outQueue.EnQue(y);
        inQueue.FreeTensor(x);
    }

    __aicore__ inline void Row(const LocalTensor<float>& y, const LocalTensor<float>& x) {
        LocalTensor<float> scratch = work.Get<float>();
        LocalTensor<float> result = value.Get<float>();
        ReduceMax<float>(result, x, scratch, cols);
        const float max = Read(result);
        Adds(y, x, -max, cols);
        PipeBarrier<PIPE_V>();
        Exp(y, y, cols);
        PipeBarrier<PIPE_V>();
        ReduceSum<float>(result, y, scratch, cols);
        const float sum = Read(result);
        Muls(y, y, 1.0f / sum, cols);
    }

    /// The scalar unit reads what the vector unit has written.
    __aicore__ inline float Read(const LocalTensor<float>& result) {
        const event_t written = static_cast<event_t>(GetTPipePtr()->FetchEventID(HardEvent::V_S));
        SetFlag<HardEvent::V_S>(written);
        WaitFlag<HardEvent::V_S>(written);
        return result.GetValue(0);
    }

    __aicore__ inline void CopyOut(uint64_t row, uint32_t rows) {
        LocalTensor<float> y = outQueue.DeQue<float>();
        DataCopy(yGm[row * cols], y, rows * cols);
        outQueue.FreeTensor(y);
    }

    TPipe pipe;
    TQue<TPosition::VECIN, BUFFER_NUM> inQueue;
    TQue<TPosition::VECOUT, BUFFER_NUM> outQueue;
    TBuf<TPosition::VECCALC> work, value;
    GlobalTensor<float> xGm, yGm;
    uint32_t cols;
};

extern "C" __global__ __aicore__ void softmax_basic(GM_ADDR x, GM_ADDR y, uint64_t rows,
                                                    uint32_t cols) {
    KernelSoftmax op;
    op.Init(x, y, rows, cols);
    op.Process(Share(rows, KernelSoftmax::ROWS));
}
