#include <cstdio>

#include "acl/acl.h"
#include "kernel_operator.h"
template <int32_t CORE>
struct Which;
template <>
struct Which<AscendC::AIC> {
    static __aicore__ uint32_t Value() { return 10; }
};
template <>
struct Which<AscendC::AIV> {
    static __aicore__ uint32_t Value() { return 20; }
};
template <int32_t CORE = g_coreType>
__aicore__ inline uint32_t Kind() {
    return Which<CORE>::Value();
}
inline __aicore__ uint32_t SameNameInBoth() {
    return Kind();
}
__aicore__ inline void Store(GM_ADDR out, uint32_t more) {
    const uint32_t core = g_coreType == AscendC::AIC ? 0 : 1 + AscendC::GetSubBlockIdx();
    ((__gm__ uint32_t*)out)[core * 16] = SameNameInBoth() + more;
}
template <typename T>
__global__ __aicore__ void any(GM_ADDR out, T more) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
    Store(out, (uint32_t)more);
}
__global__ __aicore__ void one(GM_ADDR out) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_MIX_AIC_1_2);
    Store(out, 3);
}
template <typename T>
void Launch(uint8_t* memory, T more) {
    any<T><<<1, nullptr, nullptr>>>(memory, more);
}
void Print(uint8_t* memory) {
    uint32_t result[64] = {};
    aclrtSynchronizeDevice();
    aclrtMemcpy(result, 256, memory, 256, ACL_MEMCPY_DEVICE_TO_HOST);
    std::printf("%u %u %u\n", result[0], result[16], result[32]);
}
extern "C" uint32_t aclrtlaunch_one(uint32_t, void*, void*);
int main() {
    aclInit(nullptr);
    aclrtSetDevice(0);
    uint8_t* memory = nullptr;
    aclrtMalloc((void**)&memory, 256, ACL_MEM_MALLOC_HUGE_FIRST);
    Launch(memory, 1);
    Print(memory);
    Launch(memory, 2.f);
    Print(memory);
    aclrtlaunch_one(1, nullptr, memory);
    Print(memory);
    aclFinalize();
}
