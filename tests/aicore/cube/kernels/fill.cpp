#include "kernel_operator.h"
using namespace AscendC;
template <typename T>
__aicore__ inline void Run(const __gm__ uint32_t* c, GM_ADDR out) {
    const TPosition positions[] = {TPosition::A1, TPosition::A2, TPosition::B2};
    LocalTensor<T> tensor(positions[c[1]], c[7], 32768 / sizeof(T));
    uint8_t* bytes = (uint8_t*)tensor.GetPhyAddr();
    for (int i = 0; i < 32768; ++i)
        bytes[i] = 0x5A;
    T value;
    __builtin_memcpy(&value, (const void*)&c[5], sizeof(T));
    InitConstValueParams<T> params(c[2], value);
    params.blockNum = c[3];
    params.dstGap = c[4];
    if (c[6])
        InitConstValue(tensor, params);
    else
        InitConstValue(tensor, InitConstValueParams<T>(c[2], c[3], c[4], value));
    __builtin_memcpy(out, bytes, 32768);
}
extern "C" __global__ __aicore__ void fill(GM_ADDR call, GM_ADDR out) {
    const __gm__ uint32_t* c = (__gm__ uint32_t*)call;
    if (c[0] == 0)
        Run<half>(c, out);
    else if (c[0] == 1)
        Run<int16_t>(c, out);
    else if (c[0] == 2)
        Run<uint32_t>(c, out);
    else
        Run<float>(c, out);
}
