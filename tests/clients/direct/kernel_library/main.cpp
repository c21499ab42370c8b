// Launches add_value in the ways there are and prints the first and last value after each.
#include <cstdio>
#include <vector>

#include "add.h"

constexpr uint32_t kBlocks = 3, kLength = 64;
constexpr size_t kBytes = kBlocks * kLength * sizeof(int32_t);

#ifdef ASCENDC_CPU_DEBUG
#include "tikicpulib.h"
extern "C" __global__ __aicore__ void add_value(GM_ADDR x, AddTiling tiling, int32_t factor);

int main() {
    uint8_t* x = static_cast<uint8_t*>(AscendC::GmAlloc(kBytes));
    AscendC::SetKernelMode(KernelMode::AIV_MODE);
    ICPU_RUN_KF(add_value, kBlocks, x, AddTiling{kLength}, 2);
    const int32_t* values = reinterpret_cast<const int32_t*>(x);
    std::printf("%d %d\n", values[0], values[kBlocks * kLength - 1]);
    AscendC::GmFree(x);
}
#else
#include "acl/acl.h"
#include "aclrtlaunch_add_value.h"
void add_value_do(uint32_t blocks, void* stream, uint8_t* x, AddTiling tiling);

int main(int, char** argv) {
    aclInit(nullptr);
    aclrtSetDevice(0);
    aclrtStream stream = nullptr;
    aclrtCreateStream(&stream);
    void* x = nullptr;
    aclrtMalloc(&x, kBytes, ACL_MEM_MALLOC_HUGE_FIRST);
    aclrtMemset(x, kBytes, 0, kBytes);
    std::vector<int32_t> values(kBlocks * kLength);
    const auto print = [&] {
        const aclError code = aclrtSynchronizeStream(stream);
        aclrtMemcpy(values.data(), kBytes, x, kBytes, ACL_MEMCPY_DEVICE_TO_HOST);
        std::printf("%d: %d %d\n", code, values.front(), values.back());
    };
    AddTiling tiling{kLength};
    add_value_do(kBlocks, stream, static_cast<uint8_t*>(x), tiling);
    print();
    ACLRT_LAUNCH_KERNEL(add_value)(kBlocks, stream, x, &tiling, 2);
    print();

    aclrtBinHandle binary = nullptr;
    aclrtFuncHandle function = nullptr;
    aclrtArgsHandle arguments = nullptr;
    aclrtParamHandle parameter = nullptr;
    int32_t factor = 3;
    int code = aclrtBinaryLoadFromFile(argv[1], nullptr, &binary);
    code = code != 0 ? code : aclrtBinaryGetFunction(binary, "add_value", &function);
    code = code != 0 ? code : aclrtKernelArgsInit(function, &arguments);
    code = code != 0 ? code : aclrtKernelArgsAppend(arguments, &x, sizeof(x), &parameter);
    code = code != 0 ? code : aclrtKernelArgsAppend(arguments, &tiling, sizeof(tiling), &parameter);
    code = code != 0 ? code : aclrtKernelArgsAppend(arguments, &factor, sizeof(factor), &parameter);
    code = code != 0 ? code : aclrtKernelArgsFinalize(arguments);
    code = code != 0 ? code
                     : aclrtLaunchKernelWithConfig(function, kBlocks, stream, nullptr, arguments,
                                                   nullptr);
    std::printf("binary %d\n", code);
    print();
    aclrtFree(x);
    aclrtDestroyStream(stream);
    aclFinalize();
}
#endif
