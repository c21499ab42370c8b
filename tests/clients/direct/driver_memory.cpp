// As shmem: memory at an address that kernels know beforehand, from the driver's interface.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "acl/acl.h"
#include "driver/ascend_hal.h"
#include "kernel_operator.h"

constexpr uint64_t kEnd = 0x180000000000ULL - (1ULL << 30);
constexpr size_t kBytes = 32 << 20;
constexpr uint64_t kMemory = kEnd - kBytes;

/// Adds the number at kMemory to `count` numbers there, through the cores' memory.
__global__ __aicore__ void add_known(GM_ADDR result, int32_t count) {
    KERNEL_TASK_TYPE_DEFAULT(KERNEL_TYPE_AIV_ONLY);
    AscendC::TPipe pipe;
    AscendC::TQue<AscendC::TPosition::VECIN, 1> in;
    AscendC::TQue<AscendC::TPosition::VECOUT, 1> out;
    pipe.InitBuffer(in, 1, 1024);
    pipe.InitBuffer(out, 1, 1024);
    const int32_t factor = *(__gm__ int32_t*)kMemory;
    AscendC::GlobalTensor<int32_t> from, to;
    from.SetGlobalBuffer((__gm__ int32_t*)(kMemory + 4096), count);
    to.SetGlobalBuffer((__gm__ int32_t*)result, count);
    auto numbers = in.AllocTensor<int32_t>();
    AscendC::DataCopy(numbers, from, count);
    in.EnQue(numbers);
    numbers = in.DeQue<int32_t>();
    auto sums = out.AllocTensor<int32_t>();
    AscendC::Adds(sums, numbers, factor, count);
    out.EnQue(sums);
    sums = out.DeQue<int32_t>();
    AscendC::DataCopy(to, sums, count);
    out.FreeTensor(sums);
    in.FreeTensor(numbers);
}

/// Reads where nothing is mapped.
__global__ __aicore__ void read_before(GM_ADDR result) {
    *(__gm__ int32_t*)result = *(__gm__ int32_t*)(kMemory - 4096);
}

void Require(int code, const char* call) {
    if (code != 0) {
        std::printf("%s: %d\n", call, code);
        std::exit(1);
    }
}
#define REQUIRE(call) Require(call, #call)

int main(int argc, char**) {
    constexpr int32_t kCount = 64;
    REQUIRE(aclInit(nullptr));
    REQUIRE(aclrtSetDevice(0));
    void* base = nullptr;
    REQUIRE(halMemAddressReserve(&base, 1ULL << 30, 0, (void*)(kEnd - (1ULL << 30)), 0));
    drv_mem_prop prop = {MEM_DEV_SIDE, 0, 0, MEM_NORMAL_PAGE_TYPE, MEM_HBM_TYPE, 0};
    drv_mem_handle_t* memory = nullptr;
    REQUIRE(halMemCreate(&memory, kBytes, &prop, 0));
    REQUIRE(halMemMap((void*)kMemory, kBytes, 0, memory, 0));
    std::vector<int32_t> numbers(kCount);
    for (int32_t i = 0; i < kCount; ++i) {
        numbers[i] = i;
    }
    const int32_t factor = 1000;
    REQUIRE(aclrtMemcpy((void*)kMemory, 4, &factor, 4, ACL_MEMCPY_HOST_TO_DEVICE));
    REQUIRE(aclrtMemcpy((void*)(kMemory + 4096), kCount * 4, numbers.data(), kCount * 4,
                        ACL_MEMCPY_HOST_TO_DEVICE));
    void* result = nullptr;
    REQUIRE(aclrtMalloc(&result, kCount * 4, ACL_MEM_MALLOC_HUGE_FIRST));
    if (argc > 1) {
        read_before<<<1, nullptr, nullptr>>>((uint8_t*)result);
    } else {
        add_known<<<1, nullptr, nullptr>>>((uint8_t*)result, kCount);
    }
    const int code = aclrtSynchronizeDevice();
    aclrtMemcpy(numbers.data(), kCount * 4, result, kCount * 4, ACL_MEMCPY_DEVICE_TO_HOST);
    std::printf("%d: %d %d\n", code, numbers[0], numbers[kCount - 1]);
    REQUIRE(halMemUnmap((void*)kMemory));
    REQUIRE(halMemRelease(memory));
    REQUIRE(halMemAddressFree(base));
    REQUIRE(aclFinalize());
}
