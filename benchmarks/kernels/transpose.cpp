// The transpose of a square matrix of 16-bit elements, in tiles of 128 x 128.
#include "share.h"

using namespace AscendC;

class KernelTranspose {
public:
    static constexpr uint32_t SIDE = 128;
    static constexpr uint32_t PER_BLOCK = 16;
    static constexpr uint32_t BLOCKS = SIDE / PER_BLOCK;

    __aicore__ inline void Init(GM_ADDR x, GM_ADDR y, uint64_t n) {
        this->n = n;
        xGm.SetGlobalBuffer((__gm__ half*)x, n * n);
        yGm.SetGlobalBuffer((__gm__ half*)y, n * n);
        pipe.InitBuffer(inQueue, BUFFER_NUM, SIDE * SIDE * sizeof(half));
        pipe.InitBuffer(outQueue, BUFFER_NUM, SIDE * SIDE * sizeof(half));
    }

    __aicore__ inline void Process(const Share& share) {
        const uint64_t tiles = n / SIDE;
        for (uint64_t tile = share.begin; tile < share.end; ++tile) {
            const uint64_t row = tile / tiles * SIDE, col = tile % tiles * SIDE;
            CopyIn(row * n + col);
            Compute();
            CopyOut(col * n + row);
        }
    }

private:
    __aicore__ inline void CopyIn(uint64_t at) {
        LocalTensor<half> x = inQueue.AllocTensor<half>();
        const uint16_t gap = static_cast<uint16_t>((n - SIDE) / PER_BLOCK);
        DataCopy(x, xGm[at], {SIDE, BLOCKS, gap, 0});
        inQueue.EnQue(x);
    }

    __aicore__ inline void Compute() {
        LocalTensor<half> x = inQueue.DeQue<half>();
        LocalTensor<half> y = outQueue.AllocTensor<half>();
        TransDataTo5HDParams params(false, false, BLOCKS, 1, SIDE);
        for (uint32_t col = 0; col < SIDE; col += PER_BLOCK) {
            LocalTensor<half> from[PER_BLOCK], to[PER_BLOCK];
            for (uint32_t i = 0; i < PER_BLOCK; ++i) {
                from[i] = x[i * SIDE + col];
                to[i] = y[(col + i) * SIDE];
            }
            TransDataTo5HD<half>(to, from, params);
        }
        outQueue.EnQue(y);
        inQueue.FreeTensor(x);
    }

    __aicore__ inline void CopyOut(uint64_t at) {
        LocalTensor<half> y = outQueue.DeQue<half>();
        const uint16_t gap = static_cast<uint16_t>((n - SIDE) / PER_BLOCK);
        DataCopy(yGm[at], y, {SIDE, BLOCKS, 0, gap});
        outQueue.FreeTensor(y);
    }

    TPipe pipe;
    TQue<TPosition::VECIN, BUFFER_NUM> inQueue;
    TQue<TPosition::VECOUT, BUFFER_NUM> outQueue;
    GlobalTensor<half> xGm, yGm;
    uint64_t n;
};

extern "C" __global__ __aicore__ void transpose(GM_ADDR x, GM_ADDR y, uint64_t n) {
    KernelTranspose op;
    op.Init(x, y, n);
    op.Process(Share((n / KernelTranspose::SIDE) * (n / KernelTranspose::SIDE), 1));
}
