#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

#include "acl/acl.h"
#include "kernel_operator.h"

#ifndef PASSES
#define PASSES 1
#define PATIENCE -1
#endif

struct Range {
    uint64_t from, count;
};

__global__ __aicore__ void add_one(GM_ADDR x, Range range, GM_ADDR z) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    AscendC::GlobalTensor<int32_t> in, out;
    in.SetGlobalBuffer((__gm__ int32_t*)x);
    out.SetGlobalBuffer((__gm__ int32_t*)z);
    for (int pass = 0; pass < PASSES; ++pass) {
        for (uint64_t i = range.from; i < range.from + range.count; ++i) {
            out.SetValue(i, in.GetValue(i) + 1);
        }
    }
}

int run() {
    int32_t data[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    void *x, *z;
    aclrtStream stream;
    aclInit(nullptr);
    aclrtSetDevice(0);
    aclrtCreateStream(&stream);
    aclrtMalloc(&x, sizeof(data), ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMalloc(&z, 100, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMemcpy(x, sizeof(data), data, sizeof(data), ACL_MEMCPY_HOST_TO_DEVICE);
    add_one<<<1, nullptr, stream>>>((uint8_t*)x, Range{0, 9}, (uint8_t*)z);
    if (aclrtSynchronizeStreamWithTimeout(stream, PATIENCE) != 0)
        return 1;
    aclrtMemcpy(data, sizeof(data), z, sizeof(data), ACL_MEMCPY_DEVICE_TO_HOST);
    return data[0] == 2 && data[8] == 10 ? 0 : 1;
}

int main() {
    const pid_t child = fork();
    if (child == 0)
        _exit(run());
    int status = 1;
    const int failed = run();
    waitpid(child, &status, 0);
    return failed + status;
}
