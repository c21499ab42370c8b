// As examples of shmem: scalar accesses at offsets in the unified buffer.
#include <cstdio>

#include "acl/acl.h"
#include "kernel_operator.h"

template <typename T>
__aicore__ inline void sum(__gm__ T* result) {
    __ubuf__ T* numbers[4];
    for (int i = 0; i < 4; ++i) {
        numbers[i] = (__ubuf__ T*)(32) + i * 8;
        *numbers[i] = i + 1;
    }
    T total = 0;
    for (int i = 0; i < 4; ++i) {
        total += *(__ubuf__ T*)(uint64_t(32 + i * 32));
    }
    *reinterpret_cast<__ubuf__ T*>(uint64_t(1024)) = total;
    auto address = reinterpret_cast<__ubuf__ T*>(uint64_t(1024));
    if (reinterpret_cast<uint64_t>(address + 1) != 1024 + sizeof(T) ||
        reinterpret_cast<uint64_t>(result) < 192 * 1024) {
        return;
    }
    *(__ubuf__ T*)0 = 10 * total;
    result[0] = *(const __ubuf__ T*)0x400;
    result[1] = *(__ubuf__ T*)(0);
}
__global__ __aicore__ void sums(GM_ADDR result) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    sum<int32_t>((__gm__ int32_t*)result);
}

int main() {
    aclInit(nullptr);
    aclrtSetDevice(0);
    void* result = nullptr;
    aclrtMalloc(&result, 32, ACL_MEM_MALLOC_HUGE_FIRST);
    sums<<<1, nullptr, nullptr>>>((uint8_t*)result);
    const int code = aclrtSynchronizeDevice();
    int32_t numbers[2] = {};
    aclrtMemcpy(numbers, 8, result, 8, ACL_MEMCPY_DEVICE_TO_HOST);
    std::printf("%d: %d %d\n", code, numbers[0], numbers[1]);
    aclFinalize();
}
