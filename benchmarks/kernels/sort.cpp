// Sorts rows of 4096 floats descending; gives the values and where they stood.
#include "share.h"

using namespace AscendC;

class KernelSort {
public:
    static constexpr uint32_t COLS = 4096;
    static constexpr uint32_t REPEAT = COLS / 32;

    __aicore__ inline void Init(GM_ADDR x, GM_ADDR values, GM_ADDR indices, uint64_t rows) {
        xGm.SetGlobalBuffer((__gm__ float*)x, rows * COLS);
        valuesGm.SetGlobalBuffer((__gm__ float*)values, rows * COLS);
        indicesGm.SetGlobalBuffer((__gm__ uint32_t*)indices, rows * COLS);
        pipe.InitBuffer(inQueue, 1, COLS * sizeof(float));
        pipe.InitBuffer(valueQueue, 1, COLS * sizeof(float));
        pipe.InitBuffer(indexQueue, 1, COLS * sizeof(uint32_t));
        pipe.InitBuffer(order, COLS * sizeof(int32_t));
        pipe.InitBuffer(sorted, COLS * 8);
        pipe.InitBuffer(work, COLS * 8);
    }

    __aicore__ inline void Process(const Share& share) {
        LocalTensor<int32_t> positions = order.Get<int32_t>();
        CreateVecIndex(positions, 0, COLS);
        for (uint64_t row = share.begin; row < share.end; ++row) {
            CopyIn(row);
            Compute(positions.ReinterpretCast<uint32_t>());
            CopyOut(row);
        }
    }

private:
    __aicore__ inline void CopyIn(uint64_t row) {
        LocalTensor<float> x = inQueue.AllocTensor<float>();
        DataCopy(x, xGm[row * COLS], COLS);
        inQueue.EnQue(x);
    }

    __aicore__ inline void Compute(const LocalTensor<uint32_t>& positions) {
        LocalTensor<float> x = inQueue.DeQue<float>();
        LocalTensor<float> values = valueQueue.AllocTensor<float>();
        LocalTensor<uint32_t> indices = indexQueue.AllocTensor<uint32_t>();
        LocalTensor<float> records = sorted.Get<float>();
        LocalTensor<float> scratch = work.Get<float>();
        LocalTensor<float> scores;
        Concat(scores, x, scratch, COLS / 16);
        Sort<float, true>(records, scores, positions, scratch, REPEAT);
        Extract(values, indices, records, REPEAT);
        valueQueue.EnQue(values);
        indexQueue.EnQue(indices);
        inQueue.FreeTensor(x);
    }

    __aicore__ inline void CopyOut(uint64_t row) {
        LocalTensor<float> values = valueQueue.DeQue<float>();
        LocalTensor<uint32_t> indices = indexQueue.DeQue<uint32_t>();
        DataCopy(valuesGm[row * COLS], values, COLS);
        DataCopy(indicesGm[row * COLS], indices, COLS);
        valueQueue.FreeTensor(values);
        indexQueue.FreeTensor(indices);
    }

    TPipe pipe;
    TQue<TPosition::VECIN, 1> inQueue;
    TQue<TPosition::VECOUT, 1> valueQueue, indexQueue;
    TBuf<TPosition::VECCALC> order, sorted, work;
    GlobalTensor<float> xGm, valuesGm;
    GlobalTensor<uint32_t> indicesGm;
};

extern "C" __global__ __aicore__ void sort(GM_ADDR x, GM_ADDR values, GM_ADDR indices,
                                           uint64_t rows) {
    KernelSort op;
    op.Init(x, values, indices, rows);
    op.Process(Share(rows, 1));
}
