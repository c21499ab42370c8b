#include "kernel_operator.h"
namespace N {
struct Pair {
    int32_t a, b;
};
}  // namespace N
__global__ __aicore__ void sum(GM_ADDR out, N::Pair pair, int number, float fraction, GM_ADDR table,
                               GM_ADDR list, GM_ADDR none, GM_ADDR same) {
    __gm__ int32_t* result = (__gm__ int32_t*)out;
    __gm__ uint64_t* addresses = (__gm__ uint64_t*)list;
    __gm__ uint64_t* first = (__gm__ uint64_t*)(list + addresses[0]);
    result[0] = pair.a + 10 * pair.b + 100 * number;
    result[1] = (int32_t)(fraction * 4) + ((__gm__ N::Pair*)table)[1].b;
    result[2] = *(__gm__ int32_t*)first[0] + *(__gm__ int32_t*)first[1];
    result[3] = (none == nullptr) + 2 * (out == same);
}
