// Launches in templates, of a kernel with code for each kind of core, in a program with variables
// that are initialised when it is loaded.
#include <cstdio>

#include "acl/acl.h"
#include "kernel_operator.h"

extern int of_another_source;

struct Counter {
    Counter() { std::puts("initialised"); }
    int value = of_another_source;
};
Counter counter;

template <typename T>
__global__ __aicore__ void store(GM_ADDR z, T value) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    AscendC::GlobalTensor<T> out;
    out.SetGlobalBuffer((__gm__ T*)z);
    out.SetValue(0, value);
}

__global__ __aicore__ void kinds(GM_ADDR z) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_1);
    AscendC::GlobalTensor<int32_t> out;
    out.SetGlobalBuffer((__gm__ int32_t*)z);
#ifdef __DAV_C220_VEC__
    out.SetValue(8, 22);
#else
    out.SetValue(16, 33);
#endif
}

template <typename T>
void launch(void* z, T value, aclrtStream stream) {
    store<T><<<1, nullptr, stream>>>((uint8_t*)z, value);
}

int main() {
    int32_t data[24] = {};
    void* z;
    aclrtStream stream;
    aclInit(nullptr);
    aclrtSetDevice(0);
    aclrtCreateStream(&stream);
    aclrtMalloc(&z, sizeof(data), ACL_MEM_MALLOC_HUGE_FIRST);
    launch<int16_t>(z, 5, stream);
    launch<int32_t>(z, 7, stream);
    kinds<<<1, nullptr, stream>>>((uint8_t*)z);
    if (aclrtSynchronizeStream(stream) != 0)
        return 1;
    aclrtMemcpy(data, sizeof(data), z, sizeof(data), ACL_MEMCPY_DEVICE_TO_HOST);
    return data[0] == 7 && data[8] == 22 && data[16] == 33 && counter.value == 4 ? 0 : 1;
}
