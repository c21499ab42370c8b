#include "kernel_operator.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void types(GM_ADDR x, GM_ADDR y, GM_ADDR out, uint64_t variant) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> memory;
    pipe.InitBuffer(memory, 1024);
    LocalTensor<uint8_t> a = memory.Get<uint8_t>(), b = a[256], c = a[512];
    GlobalTensor<uint8_t> in, other, result;
    in.SetGlobalBuffer((__gm__ uint8_t*)x, 256);
    other.SetGlobalBuffer((__gm__ uint8_t*)y, 256);
    result.SetGlobalBuffer((__gm__ uint8_t*)out, 256);
    DataCopy(a, in, 256);
    DataCopy(b, other, 256);
    DataCopy(c, result, 256);
    PipeBarrier<PIPE_ALL>();
    uint64_t count = 0;
    switch (variant) {
        case 0:
            And(c, a, b, 10);
            break;
        case 1:
            Or(c.ReinterpretCast<int32_t>(), a.ReinterpretCast<int32_t>(),
               b.ReinterpretCast<int32_t>(), 10);
            break;
        case 2:
            And(c.ReinterpretCast<half>(), a.ReinterpretCast<half>(), b.ReinterpretCast<half>(),
                10);
            break;
        case 3:
            Gather(c, a, b.ReinterpretCast<uint32_t>(), 0u, 32u);
            break;
        case 4:
            GatherMask(c.ReinterpretCast<int8_t>(), a.ReinterpretCast<int8_t>(), 1, false, 0,
                       {1, 1, 8, 8}, count);
            break;
    }
    PipeBarrier<PIPE_ALL>();
    DataCopy(result, c, 256);
}
