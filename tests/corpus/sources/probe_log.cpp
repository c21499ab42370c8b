#include "acl/acl.h"
#include "kernel_operator.h"
using namespace AscendC;
__global__ __aicore__ void k(GM_ADDR z) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    TPipe p;
    TBuf<TPosition::VECCALC> b;
    p.InitBuffer(b, 1024);
    LocalTensor<float> x = b.Get<float>();
    Duplicate(x, 2.0f, 256);
    PipeBarrier<PIPE_V>();
    Log(x, x, 256);
    PipeBarrier<PIPE_V>();
    Log10(x, x, 256);
    PipeBarrier<PIPE_ALL>();
    GlobalTensor<float> g;
    g.SetGlobalBuffer((__gm__ float*)z);
    DataCopy(g, x, 256);
    PipeBarrier<PIPE_ALL>();
}
int main() {
    aclInit(nullptr);
    aclrtSetDevice(0);
    void* z = nullptr;
    aclrtMalloc(&z, 1024, ACL_MEM_MALLOC_HUGE_FIRST);
    k<<<1, nullptr, nullptr>>>((uint8_t*)z);
    return aclrtSynchronizeDevice();
}
