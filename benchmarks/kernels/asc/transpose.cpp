// The transpose of a matrix of halves, in bands of 16 rows.
#include "share.h"

using namespace AscendC;

constexpr int32_t SIDE = 16, HEIGHT = 512, WIDTH = 256;

class KernelTranspose {
public:
    __aicore__ inline KernelTranspose(TPipe& pipe, GM_ADDR x, GM_ADDR y) {
        xGm.SetGlobalBuffer(reinterpret_cast<__gm__ half*>(x));
        yGm.SetGlobalBuffer(reinterpret_cast<__gm__ half*>(y));
        pipe.InitBuffer(xQueue, BUFFERS, SIDE * WIDTH * sizeof(half));
        pipe.InitBuffer(yQueue, BUFFERS, SIDE * WIDTH * sizeof(half));
    }

    __aicore__ inline void Process() {
        for (int32_t band = GetBlockIdx(); band < HEIGHT / SIDE; band += GetBlockNum()) {
            auto filled = xQueue.AllocTensor<half>();
            DataCopy(filled, xGm[band * SIDE * WIDTH], SIDE * WIDTH);
            xQueue.EnQue(filled);
            Compute();
            auto columns = yQueue.DeQue<half>();
            DataCopyParams gaps(WIDTH, 1, 0, HEIGHT / SIDE - 1);
            DataCopy(yGm[band * SIDE], columns, gaps);
            yQueue.FreeTensor(columns);
        }
    }

private:
    __aicore__ inline void Compute() {
        auto rows = xQueue.DeQue<half>();
        auto columns = yQueue.AllocTensor<half>();
        LocalTensor<half> sources[SIDE], targets[SIDE];
        for (int32_t i = 0; i < SIDE; ++i) {
            sources[i] = rows[i * WIDTH];
            targets[i] = columns[i * SIDE];
        }
        TransDataTo5HD<half>(targets, sources,
                             TransDataTo5HDParams(false, false, WIDTH / SIDE, SIDE, 1));
        yQueue.EnQue(columns);
        xQueue.FreeTensor(rows);
    }

    TQue<TPosition::VECIN, BUFFERS> xQueue;
    TQue<TPosition::VECOUT, BUFFERS> yQueue;
    GlobalTensor<half> xGm, yGm;
};

extern "C" __global__ __aicore__ void transpose_kernel(GM_ADDR x, GM_ADDR y) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    TPipe pipe;
    KernelTranspose(pipe, x, y).Process();
}
