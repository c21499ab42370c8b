// y[i] = table[index[i]], the table in the unified buffer.
#include "share.h"

using namespace AscendC;

class KernelGather {
public:
    static constexpr uint32_t TILE = 6144;

    __aicore__ inline void Init(GM_ADDR table, GM_ADDR index, GM_ADDR y, uint64_t length,
                                uint32_t size) {
        this->size = size;
        tableGm.SetGlobalBuffer((__gm__ float*)table, size);
        indexGm.SetGlobalBuffer((__gm__ int32_t*)index, length);
        yGm.SetGlobalBuffer((__gm__ float*)y, length);
        pipe.InitBuffer(tableQueue, 1, size * sizeof(float));
        pipe.InitBuffer(inQueue, BUFFER_NUM, TILE * sizeof(int32_t));
        pipe.InitBuffer(outQueue, BUFFER_NUM, TILE * sizeof(float));
    }

    __aicore__ inline void Process(const Share& share) {
        LocalTensor<float> table = tableQueue.AllocTensor<float>();
        DataCopy(table, tableGm, size);
        tableQueue.EnQue(table);
        table = tableQueue.DeQue<float>();
        for (uint64_t at = share.begin; at < share.end; at += TILE) {
            const uint32_t count =
                static_cast<uint32_t>(share.end - at < TILE ? share.end - at : TILE);
            CopyIn(at, count);
            Compute(table, count);
            CopyOut(at, count);
        }
        tableQueue.FreeTensor(table);
    }

private:
    __aicore__ inline void CopyIn(uint64_t at, uint32_t count) {
        LocalTensor<int32_t> index = inQueue.AllocTensor<int32_t>();
        DataCopy(index, indexGm[at], count);
        inQueue.EnQue(index);
    }

    __aicore__ inline void Compute(const LocalTensor<float>& table, uint32_t count) {
        LocalTensor<int32_t> index = inQueue.DeQue<int32_t>();
        LocalTensor<float> y = outQueue.AllocTensor<float>();
        Muls(index, index, static_cast<int32_t>(sizeof(float)), count);
        PipeBarrier<PIPE_V>();
        Gather(y, table, index.ReinterpretCast<uint32_t>(), 0, count);
        outQueue.EnQue(y);
        inQueue.FreeTensor(index);
    }

    __aicore__ inline void CopyOut(uint64_t at, uint32_t count) {
        LocalTensor<float> y = outQueue.DeQue<float>();
        DataCopy(yGm[at], y, count);
        outQueue.FreeTensor(y);
    }

    TPipe pipe;
    TQue<TPosition::VECIN, 1> tableQueue;
    TQue<TPosition::VECIN, BUFFER_NUM> inQueue;
    TQue<TPosition::VECOUT, BUFFER_NUM> outQueue;
    GlobalTensor<float> tableGm, yGm;
    GlobalTensor<int32_t> indexGm;
    uint32_t size;
};

extern "C" __global__ __aicore__ void gather(GM_ADDR table, GM_ADDR index, GM_ADDR y,
                                             uint64_t length, uint32_t size) {
    KernelGather op;
    op.Init(table, index, y, length, size);
    op.Process(Share(length, KernelGather::TILE));
}
