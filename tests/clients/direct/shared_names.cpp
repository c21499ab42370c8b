// As shmem: functions of the cores and of the host with one name, doubles that are only moved, and
// accesses past the data cache.
#include <cstdio>

#include "acl/acl.h"
#include "kernel_operator.h"

__aicore__ inline void put(__gm__ void* to, uint32_t value) {
    st_dev(value, (__gm__ uint32_t*)to, 4);
    *((__gm__ uint32_t*)to + 2) = ld_dev((__gm__ uint32_t*)to, 4) + 1;
}
extern "C" void put(void* to, size_t value) {
    *static_cast<size_t*>(to) = 10 * value;
}

__aicore__ inline double load(__gm__ double* from) {
    return *from;
}
// As ops-blas: a kernel with the name of a function that it calls.
__aicore__ inline void scale(__gm__ float* to, float factor) {
    *to = *to * factor;
}
__global__ __aicore__ void scale(GM_ADDR to, const float factor = 2) {
    scale((__gm__ float*)to, factor);
}

__global__ __aicore__ void move(GM_ADDR memory, size_t value, const double last) {
    put(memory, value);
    auto* numbers = (__gm__ double*)memory + 2;
    numbers[1] = load(numbers);
    numbers[2] = last;
}

int main() {
    aclInit(nullptr);
    aclrtSetDevice(0);
    void* memory = nullptr;
    aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST);
    double numbers[8] = {0, 0, 0.1};
    aclrtMemcpy(memory, 64, numbers, 64, ACL_MEMCPY_HOST_TO_DEVICE);
    move<<<1, nullptr, nullptr>>>((uint8_t*)memory, 7, 0.3);
    float scaled = 1.5;
    aclrtMemcpy((uint8_t*)memory + 60, 4, &scaled, 4, ACL_MEMCPY_HOST_TO_DEVICE);
    scale<<<1, nullptr, nullptr>>>((uint8_t*)memory + 60, 3);
    const int code = aclrtSynchronizeDevice();
    aclrtMemcpy(&scaled, 4, (uint8_t*)memory + 60, 4, ACL_MEMCPY_DEVICE_TO_HOST);
    aclrtMemcpy(numbers, 64, memory, 64, ACL_MEMCPY_DEVICE_TO_HOST);
    uint32_t words[4];
    __builtin_memcpy(words, numbers, sizeof(words));
    size_t host = 0;
    put(&host, 7);
    std::printf("%d: %u %u %.17g %.17g %zu %g\n", code, words[1], words[2], numbers[3], numbers[4],
                host, scaled);
    aclFinalize();
}
