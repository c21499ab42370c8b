#include "kernel_operator.h"
struct Data {
    uint32_t count;
    float factor;
    uint8_t tail[72];
};
extern "C" __global__ __aicore__ void copy_it(GM_ADDR x, GM_ADDR z, GM_ADDR, GM_ADDR tiling) {
    REGISTER_TILING_DEFAULT(Data);
    auto* out = (__gm__ uint32_t*)z;
    GET_TILING_DATA(plain, tiling);
    GET_TILING_DATA_WITH_STRUCT(Data, named, tiling);
    GET_TILING_DATA_MEMBER(Data, factor, factor, tiling);
    GET_TILING_DATA_PTR_WITH_STRUCT(Data, typed, tiling);
    CONVERT_TILING_DATA(Data, converted, tiling);
    Data copied;
    COPY_TILING_WITH_STRUCT(Data, tiling, &copied);
    uint32_t words[2];
    COPY_TILING_WITH_ARRAY(uint32_t, 2, tiling, words);
    uint32_t values[] = {plain.count,
                         named.count,
                         typed->count,
                         converted->count,
                         copied.count,
                         words[0],
                         *(__gm__ uint32_t*)tiling,
                         uint32_t(int32_t(factor)),
                         plain.tail[7],
                         plain.tail[8],  // the last byte of the data, and after it
                         uint32_t(AscendC::GetBlockNum()),
                         uint32_t(get_block_num())};
#if TILING_KEY_VAR == 70
    constexpr uint32_t key = TILING_KEY_VAR;
#else
    constexpr uint32_t key = 0;
#endif
    for (int i = 0; i < 12; ++i) {
        out[i] = values[i];
    }
    out[12] = TILING_KEY_IS(70) ? key : 1;
    out[13] = TILING_KEY_IS(3);
    out[14] = *(__gm__ uint32_t*)x;
}
