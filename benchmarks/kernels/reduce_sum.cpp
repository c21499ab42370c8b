// The sum of everything: each block adds its tiles' sums to the result atomically.
#include "share.h"

using namespace AscendC;

class KernelReduceSum {
public:
    static constexpr uint32_t TILE = 16384;

    __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, uint64_t length) {
        xGm.SetGlobalBuffer((__gm__ float*)x, length);
        yGm.SetGlobalBuffer((__gm__ float*)y, 8);
        pipe.InitBuffer(inQueue, BUFFER_NUM, TILE * sizeof(float));
        pipe.InitBuffer(outQueue, 1, 32);
        pipe.InitBuffer(work, TILE / 8 * sizeof(float));
        pipe.InitBuffer(part, 32);
    }

    __aicore__ inline void Process(const Share& share) {
        LocalTensor<float> total = outQueue.AllocTensor<float>();
        Duplicate(total, 0.0f, 8);
        for (uint64_t at = share.begin; at < share.end; at += TILE) {
            const uint32_t count =
                static_cast<uint32_t>(share.end - at < TILE ? share.end - at : TILE);
            CopyIn(at, count);
            Compute(total, count);
        }
        outQueue.EnQue(total);
        CopyOut();
    }

private:
    __aicore__ inline void CopyIn(uint64_t at, uint32_t count) {
        LocalTensor<float> x = inQueue.AllocTensor<float>();
        DataCopy(x, xGm[at], count);
        inQueue.EnQue(x);
    }

    __aicore__ inline void Compute(const LocalTensor<float>& total, uint32_t count) {
        LocalTensor<float> x = inQueue.DeQue<float>();
        LocalTensor<float> sum = part.Get<float>();
        ReduceSum<float>(sum, x, work.Get<float>(), count);
        PipeBarrier<PIPE_V>();
        Add(total, total, sum, 1);
        inQueue.FreeTensor(x);
    }

    __aicore__ inline void CopyOut() {
        LocalTensor<float> total = outQueue.DeQue<float>();
        SetAtomicAdd<float>();
        DataCopyPad(yGm, total, {1, sizeof(float), 0, 0});
        SetAtomicNone();
        outQueue.FreeTensor(total);
    }

    TPipe pipe;
    TQue<TPosition::VECIN, BUFFER_NUM> inQueue;
    TQue<TPosition::VECOUT, 1> outQueue;
    TBuf<TPosition::VECCALC> work, part;
    GlobalTensor<float> xGm, yGm;
};

extern "C" __global__ __aicore__ void reduce_sum(GM_ADDR x, GM_ADDR y, uint64_t length) {
    KernelReduceSum op;
    op.Init(x, y, length);
    op.Process(Share(length, KernelReduceSum::TILE));
}
