#include <cstdio>

#include "acl/acl.h"
#include "kernel_operator.h"
namespace tla {
template <class T, T N, class B, class S>
struct MakeIntegerSequenceImpl;
}
__aicore__ inline int where(__ubuf__ half*) {
    return 1;
}
__aicore__ inline int where(__gm__ half*) {
    return 2;
}
__aicore__ inline int sum(const uint32_t* v, int n) {
    int total = 0;
    for (int i = 0; i < n; ++i) {
        total += v[i];
    }
    return total;
}
extern "C" __global__ __aicore__ void k(GM_ADDR z) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    AscendC::TPipe pipe;
    AscendC::TBuf<AscendC::TPosition::VECCALC> ub;
    pipe.InitBuffer(ub, 1024);
    auto* out = (__gm__ int32_t*)z;
    out[0] = where((__gm__ half*)z);
    out[1] = where((__ubuf__ half*)ub.Get<half>().GetPhyAddr());
    out[2] = sum((uint32_t[]){16, 32}, 2);
    set_st_atomic_cfg(ATOMIC_S32, ATOMIC_SUM);
    st_atomic<int32_t>(1, out + 3);
    set_st_atomic_cfg(ATOMIC_F32, ATOMIC_SUM);
    st_atomic(1.5f, (__gm__ float*)(out + 4));
}
int main() {
    aclInit(nullptr);
    aclrtSetDevice(0);
    void* memory = nullptr;
    aclrtMalloc(&memory, 32, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMemset(memory, 32, 0, 32);
    k<<<8, nullptr, nullptr>>>((uint8_t*)memory);
    const int code = aclrtSynchronizeDevice();
    int result[8];
    float added = 0;
    aclrtMemcpy(result, 32, memory, 32, ACL_MEMCPY_DEVICE_TO_HOST);
    __builtin_memcpy(&added, result + 4, 4);
    std::printf("%d: %d %d %d %d %g\n", code, result[0], result[1], result[2], result[3], added);
    aclFinalize();
}
