#include "kernel_operator.h"
using namespace AscendC;
extern "C" __global__ __aicore__ void calls(__gm__ uint8_t* x) {
    TPipe pipe;
    TBuf<TPosition::VECCALC> buffer;
    pipe.InitBuffer(buffer, 4096);
    LocalTensor<uint8_t> u = buffer.Get<uint8_t>();
    LocalTensor<half> h = buffer.Get<half>();
    LocalTensor<float> f = buffer.Get<float>();
    LocalTensor<int32_t> i = buffer.Get<int32_t>();
    LocalTensor<int64_t> l = buffer.Get<int64_t>();
    LocalTensor<int4b_t> n = buffer.Get<int4b_t>();
    LocalTensor<bfloat16_t> b = buffer.Get<bfloat16_t>();
    LocalTensor<uint32_t> o = buffer.Get<uint32_t>();
