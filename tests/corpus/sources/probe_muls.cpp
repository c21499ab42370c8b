#include <cstdio>
#include <vector>

#include "acl/acl.h"
#include "kernel_operator.h"
using namespace AscendC;
__global__ __aicore__ void k(GM_ADDR z) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    TPipe p;
    TBuf<TPosition::VECCALC> b;
    p.InitBuffer(b, 2048);
    LocalTensor<float> x = b.Get<float>();
    Duplicate(x, 1.0f, 256);
    PipeBarrier<PIPE_ALL>();
    LocalTensor<float> y = x[256];
    Duplicate(y, 0.0f, 256);
    PipeBarrier<PIPE_ALL>();
    Muls<float, false>(y, x, 3.0f, 256);
    PipeBarrier<PIPE_ALL>();
    GlobalTensor<float> g;
    g.SetGlobalBuffer((__gm__ float*)z);
    DataCopy(g, y, 256);
    PipeBarrier<PIPE_ALL>();
}
int main() {
    aclInit(nullptr);
    aclrtSetDevice(0);
    void* z = nullptr;
    aclrtMalloc(&z, 1024, ACL_MEM_MALLOC_HUGE_FIRST);
    k<<<1, nullptr, nullptr>>>((uint8_t*)z);
    const int code = aclrtSynchronizeDevice();
    std::vector<float> v(256);
    aclrtMemcpy(v.data(), 1024, z, 1024, ACL_MEMCPY_DEVICE_TO_HOST);
    int right = 0;
    for (float value : v)
        right += value == 3.0f;
    printf("code %d, %d of 256 elements computed\n", code, right);
}
