// z = BENCH_API(x, y). bfloat16 is computed in float, as on the hardware.
#include "share.h"

using namespace AscendC;

template <typename T>
class KernelBinary {
public:
    static constexpr bool WIDENS = std::is_same_v<T, bfloat16_t>;
    static constexpr uint32_t TILE = WIDENS ? 6144 : 32768 / sizeof(T);

    __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, GM_ADDR z, uint64_t length) {
        xGm.SetGlobalBuffer((__gm__ T*)x, length);
        yGm.SetGlobalBuffer((__gm__ T*)y, length);
        zGm.SetGlobalBuffer((__gm__ T*)z, length);
        pipe.InitBuffer(inQueueX, BUFFER_NUM, TILE * sizeof(T));
        pipe.InitBuffer(inQueueY, BUFFER_NUM, TILE * sizeof(T));
        pipe.InitBuffer(outQueueZ, BUFFER_NUM, TILE * sizeof(T));
        if constexpr (WIDENS) {
            pipe.InitBuffer(wideX, TILE * sizeof(float));
            pipe.InitBuffer(wideY, TILE * sizeof(float));
        }
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
        LocalTensor<T> x = inQueueX.AllocTensor<T>();
        LocalTensor<T> y = inQueueY.AllocTensor<T>();
        DataCopy(x, xGm[at], count);
        DataCopy(y, yGm[at], count);
        inQueueX.EnQue(x);
        inQueueY.EnQue(y);
    }

    __aicore__ inline void Compute(uint32_t count) {
        LocalTensor<T> x = inQueueX.DeQue<T>();
        LocalTensor<T> y = inQueueY.DeQue<T>();
        LocalTensor<T> z = outQueueZ.AllocTensor<T>();
        if constexpr (WIDENS) {
            LocalTensor<float> a = wideX.Get<float>();
            LocalTensor<float> b = wideY.Get<float>();
            Cast(a, x, RoundMode::CAST_NONE, count);
            Cast(b, y, RoundMode::CAST_NONE, count);
            BENCH_API(a, a, b, count);
            Cast(z, a, RoundMode::CAST_RINT, count);
        } else {
            BENCH_API(z, x, y, count);
        }
        outQueueZ.EnQue(z);
        inQueueX.FreeTensor(x);
        inQueueY.FreeTensor(y);
    }

    __aicore__ inline void CopyOut(uint64_t at, uint32_t count) {
        LocalTensor<T> z = outQueueZ.DeQue<T>();
        DataCopy(zGm[at], z, count);
        outQueueZ.FreeTensor(z);
    }

    TPipe pipe;
    TQue<TPosition::VECIN, BUFFER_NUM> inQueueX, inQueueY;
    TQue<TPosition::VECOUT, BUFFER_NUM> outQueueZ;
    TBuf<TPosition::VECCALC> wideX, wideY;
    GlobalTensor<T> xGm, yGm, zGm;
};

extern "C" __global__ __aicore__ void binary(GM_ADDR x, GM_ADDR y, GM_ADDR z, uint64_t length) {
    KernelBinary<BENCH_T> op;
    op.Init(x, y, z, length);
    op.Process(Share(length, KernelBinary<BENCH_T>::TILE));
}
