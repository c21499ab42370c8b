// Kernels of the tests: sums of int32, and ways to behave badly.
#include "kernel_operator.h"

using namespace AscendC;

constexpr int32_t kTile = 64;

/// z = x + y + addend; the element count is a multiple of the block count and of 64.
__aicore__ inline void Sum(GM_ADDR x, GM_ADDR y, GM_ADDR z, int32_t total, int32_t addend) {
    TPipe pipe;
    TQue<QuePosition::VECIN, 1> in;
    TQue<QuePosition::VECOUT, 1> out;
    pipe.InitBuffer(in, 1, 2 * kTile * sizeof(int32_t));
    pipe.InitBuffer(out, 1, kTile * sizeof(int32_t));
    const int32_t length = total / GetBlockNum();
    const int32_t start = length * GetBlockIdx();
    GlobalTensor<int32_t> gx, gy, gz;
    gx.SetGlobalBuffer((__gm__ int32_t*)x + start, length);
    gy.SetGlobalBuffer((__gm__ int32_t*)y + start, length);
    gz.SetGlobalBuffer((__gm__ int32_t*)z + start, length);
    for (int32_t i = 0; i < length; i += kTile) {
        LocalTensor<int32_t> operands = in.AllocTensor<int32_t>();
        DataCopy(operands, gx[i], kTile);
        DataCopy(operands[kTile], gy[i], kTile);
        in.EnQue(operands);
        operands = in.DeQue<int32_t>();
        LocalTensor<int32_t> sum = out.AllocTensor<int32_t>();
        Add(sum, operands, operands[kTile], kTile);
        Adds(sum, sum, addend, kTile);
        out.EnQue(sum);
        in.FreeTensor(operands);
        sum = out.DeQue<int32_t>();
        DataCopy(gz[i], sum, kTile);
        out.FreeTensor(sum);
    }
}

/// 1024 elements, three pointers.
extern "C" __global__ __aicore__ void add_1024(GM_ADDR x, GM_ADDR y, GM_ADDR z) {
    Sum(x, y, z, 1024, 0);
}

/// The count and the addend lie in global memory, as tiling data does.
extern "C" __global__ __aicore__ void add_tiling(GM_ADDR x, GM_ADDR y, GM_ADDR z, GM_ADDR tiling) {
    const __gm__ int32_t* data = (const __gm__ int32_t*)tiling;
    Sum(x, y, z, data[0], data[1]);
}

/// The addend is passed by value, in a separate slot.
extern "C" __global__ __aicore__ void add_scalar(GM_ADDR x, GM_ADDR y, GM_ADDR z, int32_t addend) {
    Sum(x, y, z, 1024, addend);
}

/// Writes to an address that nobody allocated.
extern "C" __global__ __aicore__ void fault(GM_ADDR x) {
    *(volatile __gm__ int32_t*)16 = 1;
}

/// z = x + x of 16 halves.
extern "C" __global__ __aicore__ void double_halves(GM_ADDR x, GM_ADDR z) {
    TPipe pipe;
    TBuf<> memory;
    pipe.InitBuffer(memory, 32);
    LocalTensor<half> values = memory.Get<half>();
    GlobalTensor<half> from, to;
    from.SetGlobalBuffer((__gm__ half*)x, 16);
    to.SetGlobalBuffer((__gm__ half*)z, 16);
    DataCopy(values, from, 16);
    PipeBarrier<PIPE_ALL>();
    Add(values, values, values, 16);
    PipeBarrier<PIPE_ALL>();
    DataCopy(to, values, 16);
}
