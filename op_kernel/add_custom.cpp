// AddCustom: every core adds its part of the tensors, tile by tile; while one tile is added, the
// next is read and the one before is written.
#include "kernel_operator.h"

constexpr int32_t BUFFER_NUM = 2;

template <typename T>
class KernelAdd {
public:
    __aicore__ inline KernelAdd() {}

    __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, GM_ADDR z, uint64_t length,
                                uint64_t blockLength, uint32_t tileLength) {
        const uint64_t begin = blockLength * AscendC::GetBlockIdx();
        const uint64_t rest = begin < length ? length - begin : 0;
        this->blockLength = rest < blockLength ? rest : blockLength;
        this->tileLength = tileLength;
        xGm.SetGlobalBuffer((__gm__ T*)x + begin, this->blockLength);
        yGm.SetGlobalBuffer((__gm__ T*)y + begin, this->blockLength);
        zGm.SetGlobalBuffer((__gm__ T*)z + begin, this->blockLength);
        pipe.InitBuffer(inQueueX, BUFFER_NUM, tileLength * sizeof(T));
        pipe.InitBuffer(inQueueY, BUFFER_NUM, tileLength * sizeof(T));
        pipe.InitBuffer(outQueueZ, BUFFER_NUM, tileLength * sizeof(T));
    }

    __aicore__ inline void Process() {
        for (uint64_t offset = 0; offset < blockLength; offset += tileLength) {
            const uint64_t rest = blockLength - offset;
            const uint32_t count = static_cast<uint32_t>(rest < tileLength ? rest : tileLength);
            CopyIn(offset, count);
            Compute(count);
            CopyOut(offset, count);
        }
    }

private:
    __aicore__ inline void CopyIn(uint64_t offset, uint32_t count) {
        AscendC::LocalTensor<T> xLocal = inQueueX.AllocTensor<T>();
        AscendC::LocalTensor<T> yLocal = inQueueY.AllocTensor<T>();
        Load(xLocal, xGm[offset], count);
        Load(yLocal, yGm[offset], count);
        inQueueX.EnQue(xLocal);
        inQueueY.EnQue(yLocal);
    }

    __aicore__ inline void Compute(uint32_t count) {
        AscendC::LocalTensor<T> xLocal = inQueueX.DeQue<T>();
        AscendC::LocalTensor<T> yLocal = inQueueY.DeQue<T>();
        AscendC::LocalTensor<T> zLocal = outQueueZ.AllocTensor<T>();
        AscendC::Add(zLocal, xLocal, yLocal, static_cast<int32_t>(count));
        outQueueZ.EnQue<T>(zLocal);
        inQueueX.FreeTensor(xLocal);
        inQueueY.FreeTensor(yLocal);
    }

    __aicore__ inline void CopyOut(uint64_t offset, uint32_t count) {
        AscendC::LocalTensor<T> zLocal = outQueueZ.DeQue<T>();
        Store(zGm[offset], zLocal, count);
        outQueueZ.FreeTensor(zLocal);
    }

    static constexpr uint32_t UNIT =
        32 / sizeof(T);  // elements in 32 bytes, which DataCopy moves at least

    __aicore__ inline void Load(const AscendC::LocalTensor<T>& target,
                                const AscendC::GlobalTensor<T>& source, uint32_t count) {
        const uint32_t whole = count / UNIT * UNIT;
        if (whole > 0) {
            AscendC::DataCopy(target, source, whole);
        }
        if (whole < count) {
            // The queue's own synchronisation covers these scalar writes only after the copy has
            // ended.
            AscendC::PipeBarrier<PIPE_ALL>();
            for (uint32_t i = whole; i < count; ++i) {
                target.SetValue(i, source.GetValue(i));
            }
            AscendC::PipeBarrier<PIPE_ALL>();
        }
    }

    __aicore__ inline void Store(const AscendC::GlobalTensor<T>& target,
                                 const AscendC::LocalTensor<T>& source, uint32_t count) {
        const uint32_t whole = count / UNIT * UNIT;
        if (whole > 0) {
            AscendC::DataCopy(target, source, whole);
        }
        if (whole < count) {
            AscendC::PipeBarrier<PIPE_ALL>();
            AscendC::GlobalTensor<T> tail = target;
            for (uint32_t i = whole; i < count; ++i) {
                tail.SetValue(i, source.GetValue(i));
            }
#if __CCE_AICORE__ > 100
            // Scalar writes go through the core's data cache; on the oldest cores there is no call
            // for it.
            AscendC::DataCacheCleanAndInvalid<T, AscendC::CacheLine::SINGLE_CACHE_LINE>(
                tail[whole]);
#endif
            AscendC::PipeBarrier<PIPE_ALL>();
        }
    }

    AscendC::TPipe pipe;
    AscendC::TQue<AscendC::TPosition::VECIN, BUFFER_NUM> inQueueX;
    AscendC::TQue<AscendC::TPosition::VECIN, BUFFER_NUM> inQueueY;
    AscendC::TQue<AscendC::TPosition::VECOUT, BUFFER_NUM> outQueueZ;
    AscendC::GlobalTensor<T> xGm;
    AscendC::GlobalTensor<T> yGm;
    AscendC::GlobalTensor<T> zGm;
    uint64_t blockLength;
    uint32_t tileLength;
};

extern "C" __global__ __aicore__ void add_custom(GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR workspace,
                                                 GM_ADDR tiling) {
    GET_TILING_DATA(tilingData, tiling);
    KernelAdd<DTYPE_X> op;
    op.Init(x, y, z, tilingData.length, tilingData.blockLength, tilingData.tileLength);
    op.Process();
}
