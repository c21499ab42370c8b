// y = f(x), elementwise; BENCH_COMPUTE(y, x, count) is the call.
#include "share.h"

using namespace AscendC;

template <typename X, typename Y>
class KernelUnary {
public:
    static constexpr uint32_t TILE = 32768 / (sizeof(X) > sizeof(Y) ? sizeof(X) : sizeof(Y));

    __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, uint64_t length) {
        xGm.SetGlobalBuffer((__gm__ X*)x, length);
        yGm.SetGlobalBuffer((__gm__ Y*)y, length);
        pipe.InitBuffer(inQueue, BUFFER_NUM, TILE * sizeof(X));
        pipe.InitBuffer(outQueue, BUFFER_NUM, TILE * sizeof(Y));
    }

    __aicore__ inline void Process(const Share& share) {
        for (uint64_t at = share.begin; at < share.end; at += TILE) {
            const uint64_t rest = share.end - at;
            const uint32_t count = static_cast<uint32_t>(rest < TILE ? rest : TILE);
            CopyIn(at, count);
            Compute(count);
            CopyOut(at, count);
        }
    }

private:
    __aicore__ inline void CopyIn(uint64_t at, uint32_t count) {
        LocalTensor<X> x = inQueue.AllocTensor<X>();
        DataCopy(x, xGm[at], count);
        inQueue.EnQue(x);
    }

    __aicore__ inline void Compute(uint32_t count) {
        LocalTensor<X> x = inQueue.DeQue<X>();
        LocalTensor<Y> y = outQueue.AllocTensor<Y>();
        BENCH_COMPUTE(y, x, count);
        outQueue.EnQue(y);
        inQueue.FreeTensor(x);
    }

    __aicore__ inline void CopyOut(uint64_t at, uint32_t count) {
        LocalTensor<Y> y = outQueue.DeQue<Y>();
        DataCopy(yGm[at], y, count);
        outQueue.FreeTensor(y);
    }

    TPipe pipe;
    TQue<TPosition::VECIN, BUFFER_NUM> inQueue;
    TQue<TPosition::VECOUT, BUFFER_NUM> outQueue;
    GlobalTensor<X> xGm;
    GlobalTensor<Y> yGm;
};

extern "C" __global__ __aicore__ void unary(GM_ADDR x, GM_ADDR y, uint64_t length) {
    using Kernel = KernelUnary<BENCH_X, BENCH_Y>;
    Kernel op;
    op.Init(x, y, length);
    op.Process(Share(length, Kernel::TILE));
}
