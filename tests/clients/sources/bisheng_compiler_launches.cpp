#include <cstdio>

#include "acl/acl.h"
#include "args.h"
extern __global__ __aicpu__ uint32_t tell(void* args);
extern __global__ __aicpu__ uint32_t add(Args args, int more);
int main() {
    aclInit(nullptr);
    aclrtSetDevice(0);
    aclrtStream stream = nullptr;
    aclrtCreateStream(&stream);
    int* memory = nullptr;
    aclrtMalloc(reinterpret_cast<void**>(&memory), 32, ACL_MEM_MALLOC_HUGE_FIRST);
    {
        Args args = {7, memory};
        tell<<<1, nullptr, stream>>>(&args, sizeof(Args));
        add<<<1, nullptr, stream>>>(args, 5);
        args.mode = 0;
    }
    aclrtSynchronizeStream(stream);
    int result = 0;
    aclrtMemcpy(&result, 4, memory, 4, ACL_MEMCPY_DEVICE_TO_HOST);
    std::printf("result %d\n", result);
    aclFinalize();
}
