#include "kernel_operator.h"
inline void OnHost() {
    asm volatile("" ::: "memory");
}
asm("");
__global__ __aicore__ void mean(__gm__ float* x) {
    asm volatile("" ::: "memory");
    x[0] = 1.0f;
}
int main() {
    OnHost();
    mean<<<1, nullptr, nullptr>>>(nullptr);
    return 0;
}
