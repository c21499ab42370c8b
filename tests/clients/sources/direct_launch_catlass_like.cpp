#include <runtime/rt_ffts.h>

#include <cstdio>

#include "acl/acl.h"
#include "kernel_operator.h"
#include "tiling/platform/platform_ascendc.h"
#define DEVICE __forceinline__[aicore]
#define HOST_DEVICE __forceinline__[host, aicore]
namespace own {
template <class T, class U, class = std::enable_if_t<std::is_integral_v<T>>>
HOST_DEVICE constexpr auto min(T const& a, U const& b) {
    return (a < b ? a : b) + MORE;
}
}  // namespace own
using namespace own;
DEVICE void Store(__gm__ uint32_t* target, uint32_t value) {
    *target = min(value, 4u) + OTHER;
}
__global__[aicore] void k(uint64_t sync, GM_ADDR out) {
    AscendC::SetSyncBaseAddr(sync);
    Store((__gm__ uint32_t*)out, 3u);
}
int main() {
    aclInit(nullptr);
    aclrtSetDevice(0);
    uint64_t address = 1;
    uint32_t length = 1, result = 0;
    const int code = rtGetC2cCtrlAddr(&address, &length);
    void* memory = nullptr;
    aclrtMalloc(&memory, 32, ACL_MEM_MALLOC_HUGE_FIRST);
    k<<<1, nullptr, nullptr>>>(address, (uint8_t*)memory);
    aclrtSynchronizeDevice();
    aclrtMemcpy(&result, 4, memory, 4, ACL_MEMCPY_DEVICE_TO_HOST);
    const auto* platform = platform_ascendc::PlatformAscendCManager::GetInstance("Ascend910B3");
    std::printf("%d %u %u %u\n", code, length, result, platform->GetCoreNumAic());
    aclFinalize();
}
