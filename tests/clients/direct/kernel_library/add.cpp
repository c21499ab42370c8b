#include "add.h"

#include "kernel_operator.h"

#ifndef INCREMENT
#define INCREMENT 5
#endif

extern "C" __global__ __aicore__ void add_value(GM_ADDR x, AddTiling tiling, int32_t factor) {
    AscendC::GlobalTensor<int32_t> values;
    values.SetGlobalBuffer((__gm__ int32_t*)x + AscendC::GetBlockIdx() * tiling.length);
    AscendC::TPipe pipe;
    AscendC::TBuf<> buffer;
    pipe.InitBuffer(buffer, tiling.length * sizeof(int32_t));
    AscendC::LocalTensor<int32_t> local = buffer.Get<int32_t>();
    AscendC::DataCopy(local, values, tiling.length);
    AscendC::PipeBarrier<PIPE_ALL>();
    AscendC::Adds(local, local, factor * INCREMENT, tiling.length);
    AscendC::PipeBarrier<PIPE_ALL>();
    AscendC::DataCopy(values, local, tiling.length);
}

#ifndef ASCENDC_CPU_DEBUG
void add_value_do(uint32_t blocks, void* stream, uint8_t* x, AddTiling tiling) {
    add_value<<<blocks, nullptr, stream>>>(x, tiling, 1);
}
#endif
