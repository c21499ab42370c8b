// clang-format off: the order counts
#include <cmath>
#include "acl/acl.h"
#include "kernel_operator.h"
#include "common.h"
// clang-format on
inline float OnHost(uint32_t n) {
    return static_cast<float>(n) + sqrtf(2.0f);
}

__global__ __aicore__ void mean(__gm__ float* x, uint32_t n) {
    x[0] = x[0] / static_cast<float>(n);
    x[1] = Twice(-INFINITY);
}

int main() {
    uint32_t n = static_cast<uint32_t>(OnHost(3));
    mean<<<1, nullptr, nullptr>>>(nullptr, n);
    return 0;
}
