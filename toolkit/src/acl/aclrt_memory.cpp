// acl_rt.h: memory.
#include <cstring>

#include "acl/acl_rt.h"
#include "acl/check.h"
#include "runtime/context.h"
#include "runtime/memory.h"
#include "runtime/memory_pool.h"

using runtime::Fail;
using runtime::Process;

namespace {

constexpr uint32_t kDevicePage = 4096;

/// All policies, unknown ones too, give memory that has the same properties here.
int Malloc(const char* function, void** address, size_t size, aclrtMemMallocPolicy) {
    if (address == nullptr || size == 0) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: %s", function,
                    address == nullptr ? "the result is NULL" : "size is 0");
    }
    return runtime::MallocDevice(address, size);
}

int CheckConfig(const aclrtMallocConfig* cfg) {
    if (cfg == nullptr) {
        return ACL_SUCCESS;
    }
    if (cfg->attrs == nullptr && cfg->numAttrs > 0) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "allocation options: %zu without an array",
                    cfg->numAttrs);
    }
    for (size_t i = 0; i < cfg->numAttrs; ++i) {
        if (cfg->attrs[i].attr != ACL_RT_MEM_ATTR_MODULE_ID &&
            cfg->attrs[i].attr != ACL_RT_MEM_ATTR_DEVICE_ID) {
            return Fail(ACL_ERROR_RT_PARAM_INVALID, "unknown allocation option %d",
                        cfg->attrs[i].attr);
        }
    }
    return ACL_SUCCESS;
}

int CheckNotPooled(const char* function, const void* address) {
    return runtime::IsPoolBlock(address)
               ? Fail(ACL_ERROR_RT_PARAM_INVALID,
                      "%s: %p is from a memory pool; call aclrtMemPoolFreeAsync", function, address)
               : ACL_SUCCESS;
}

}  // namespace

extern "C" {

aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
    return Malloc(__func__, devPtr, size, policy);
}

aclError aclrtMallocAlign32(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
    return Malloc(__func__, devPtr, size, policy);
}

aclError aclrtMallocCached(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
    return Malloc(__func__, devPtr, size, policy);
}

aclError aclrtMallocWithCfg(void** devPtr, size_t size, aclrtMemMallocPolicy policy,
                            aclrtMallocConfig* cfg) {
    const int code = CheckConfig(cfg);
    return code != 0 ? code : Malloc(__func__, devPtr, size, policy);
}

aclError aclrtFree(void* devPtr) {
    ACL_REQUIRE_NOT_NULL(devPtr);
    const int code = CheckNotPooled(__func__, devPtr);
    return code != ACL_SUCCESS ? code : runtime::FreeDevice(devPtr);
}

aclError aclrtFreeWithDevSync(void* devPtr) {
    ACL_REQUIRE_NOT_NULL(devPtr);
    runtime::Device* const device = Process::Get().DeviceOfAddress(devPtr);
    if (device != nullptr) {
        runtime::WaitForDevice(device->id());
    }
    return aclrtFree(devPtr);
}

aclError aclrtFreeHostWithDevSync(void* hostPtr) {
    ACL_REQUIRE_NOT_NULL(hostPtr);
    int code = 0;
    const auto context = runtime::CurrentContext(&code);
    if (context == nullptr) {
        return code;
    }
    runtime::WaitForDevice(context->device()->id());
    return runtime::FreeHost(hostPtr);
}

aclError aclrtMallocForTaskScheduler(void** devPtr, size_t size, aclrtMemMallocPolicy policy,
                                     aclrtMallocConfig* cfg) {
    return aclrtMallocWithCfg(devPtr, size, policy, cfg);
}

aclError aclrtMallocHost(void** hostPtr, size_t size) {
    ACL_REQUIRE_NOT_NULL(hostPtr);
    ACL_REQUIRE_NOT_ZERO(size);
    int code = 0;
    return runtime::CurrentContext(&code) == nullptr ? code : runtime::MallocHost(hostPtr, size);
}

aclError aclrtMallocHostWithCfg(void** ptr, uint64_t size, aclrtMallocConfig* cfg) {
    const int code = CheckConfig(cfg);
    return code != 0 ? code : aclrtMallocHost(ptr, size);
}

aclError aclrtFreeHost(void* hostPtr) {
    ACL_REQUIRE_NOT_NULL(hostPtr);
    return runtime::FreeHost(hostPtr);
}

aclError aclrtHostRegister(void* ptr, uint64_t size, aclrtHostRegisterType type, void** devPtr) {
    ACL_REQUIRE_NOT_NULL(ptr);
    ACL_REQUIRE_NOT_NULL(devPtr);
    ACL_REQUIRE_NOT_ZERO(size);
    if (type != ACL_HOST_REGISTER_MAPPED) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "aclrtHostRegister: unknown type %d", type);
    }
    if (Process::Get().DeviceOfAddress(ptr) != nullptr) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "aclrtHostRegister: %p is device memory", ptr);
    }
    const int code = runtime::RegisterHost(ptr, size);
    if (code == 0) {
        // Kernels run in this process, so host memory is visible to them where it is.
        *devPtr = ptr;
    }
    return code;
}

aclError aclrtHostRegisterV2(void* ptr, uint64_t size, uint32_t flag) {
    ACL_REQUIRE_NOT_NULL(ptr);
    ACL_REQUIRE_NOT_ZERO(size);
    constexpr uint32_t kMask =
        ACL_HOST_REG_MAPPED | ACL_HOST_REG_IOMEMORY | ACL_HOST_REG_READONLY | ACL_HOST_REG_PINNED;
    if (flag == 0 || (flag & ~kMask) != 0) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: unknown flags 0x%x", __func__, flag);
    }
    if (Process::Get().DeviceOfAddress(ptr) != nullptr) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: %p is device memory", __func__, ptr);
    }
    return runtime::RegisterHost(ptr, size);
}

aclError aclrtHostGetDevicePointer(void* pHost, void** pDevice, uint32_t flag) {
    ACL_REQUIRE_NOT_NULL(pHost);
    ACL_REQUIRE_NOT_NULL(pDevice);
    if (flag != 0 || !runtime::IsPinned(pHost)) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: %s", __func__,
                    flag != 0 ? "flag must be 0" : "the memory is not registered");
    }
    *pDevice = pHost;
    return ACL_SUCCESS;
}

aclError aclrtHostUnregister(void* ptr) {
    ACL_REQUIRE_NOT_NULL(ptr);
    return runtime::UnregisterHost(ptr);
}

aclError aclrtPointerGetAttributes(const void* ptr, aclrtPtrAttributes* attributes) {
    ACL_REQUIRE_NOT_NULL(ptr);
    ACL_REQUIRE_NOT_NULL(attributes);
    memset(attributes, 0, sizeof(*attributes));
    runtime::Device* device = Process::Get().DeviceOfAddress(ptr);
    if (device != nullptr && device->memory().Covers(ptr, 1)) {
        attributes->location.type = ACL_MEM_LOCATION_TYPE_DEVICE;
        attributes->location.id = static_cast<uint32_t>(device->id());
        attributes->pageSize = kDevicePage;
    } else {
        attributes->location.type = runtime::IsPinned(ptr) ? ACL_MEM_LOCATION_TYPE_HOST
                                                           : ACL_MEM_LOCATION_TYPE_UNREGISTERED;
    }
    return ACL_SUCCESS;
}

aclError aclrtCheckMemType(void** addrList, uint32_t size, uint32_t memType, uint32_t* checkResult,
                           uint32_t reserve) {
    ACL_REQUIRE_NOT_NULL(addrList);
    ACL_REQUIRE_NOT_NULL(checkResult);
    ACL_REQUIRE_NOT_ZERO(size);
    constexpr uint32_t kMask = ACL_RT_MEM_TYPE_DEV | ACL_RT_MEM_TYPE_DVPP | ACL_RT_MEM_TYPE_RSVD;
    if (reserve != 0 || memType == 0 || (memType & ~kMask) != 0) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: unknown memory type 0x%x, or reserve not 0",
                    __func__, memType);
    }
    *checkResult = (memType & ACL_RT_MEM_TYPE_DEV) != 0 ? 1 : 0;
    for (uint32_t i = 0; i < size; ++i) {
        runtime::Device* const device = Process::Get().DeviceOfAddress(addrList[i]);
        if (device == nullptr || !device->memory().Covers(addrList[i], 1)) {
            *checkResult = 0;
        }
    }
    return ACL_SUCCESS;
}

aclError aclrtMemGetAddressRange(void* ptr, void** pbase, size_t* psize) {
    ACL_REQUIRE_NOT_NULL(ptr);
    ACL_REQUIRE_NOT_NULL(pbase);
    ACL_REQUIRE_NOT_NULL(psize);
    runtime::Device* const device = Process::Get().DeviceOfAddress(ptr);
    return device != nullptr && device->memory().BufferAt(ptr, pbase, psize)
               ? ACL_SUCCESS
               : Fail(ACL_ERROR_RT_PARAM_INVALID, "%p is not inside an allocated device buffer",
                      ptr);
}

aclError aclrtGetMemUsageInfo(int32_t deviceId, aclrtMemUsageInfo* memUsageInfo, size_t inputNum,
                              size_t* outputNum) {
    ACL_REQUIRE_NOT_NULL(memUsageInfo);
    ACL_REQUIRE_NOT_NULL(outputNum);
    ACL_REQUIRE_NOT_ZERO(inputNum);
    runtime::Device* const device = Process::Get().device(deviceId);
    if (device == nullptr) {
        return Fail(ACL_ERROR_RT_INVALID_DEVICEID, "device %d does not exist", deviceId);
    }
    memset(memUsageInfo, 0, sizeof(*memUsageInfo));
    memcpy(memUsageInfo->name, "APP", sizeof("APP"));
    memUsageInfo->curMemSize = device->memory().used();
    memUsageInfo->memPeakSize = device->memory().peak();
    *outputNum = 1;
    return ACL_SUCCESS;
}

aclError aclrtGetMemUceInfo(int32_t deviceId, aclrtMemUceInfo* memUceInfoArray, size_t arraySize,
                            size_t* retSize) {
    ACL_REQUIRE_NOT_NULL(memUceInfoArray);
    ACL_REQUIRE_NOT_NULL(retSize);
    ACL_REQUIRE_NOT_ZERO(arraySize);
    if (Process::Get().device(deviceId) == nullptr) {
        return Fail(ACL_ERROR_RT_INVALID_DEVICEID, "device %d does not exist", deviceId);
    }
    *retSize = 0;
    return ACL_SUCCESS;
}

aclError aclrtMemUceRepair(int32_t deviceId, aclrtMemUceInfo* memUceInfoArray, size_t arraySize) {
    ACL_REQUIRE_NOT_NULL(memUceInfoArray);
    ACL_REQUIRE_NOT_ZERO(arraySize);
    return Process::Get().device(deviceId) != nullptr
               ? ACL_SUCCESS
               : Fail(ACL_ERROR_RT_INVALID_DEVICEID, "device %d does not exist", deviceId);
}

// The simulated device has no cache between the host and its memory.
aclError aclrtMemFlush(void* devPtr, size_t size) {
    ACL_REQUIRE_NOT_NULL(devPtr);
    ACL_REQUIRE_NOT_ZERO(size);
    return runtime::CheckAddressRange(devPtr, size, "range to flush");
}

aclError aclrtMemInvalidate(void* devPtr, size_t size) {
    ACL_REQUIRE_NOT_NULL(devPtr);
    ACL_REQUIRE_NOT_ZERO(size);
    return runtime::CheckAddressRange(devPtr, size, "range to invalidate");
}

aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count,
                     aclrtMemcpyKind kind) {
    return runtime::Copy(dst, destMax, src, count, kind);
}

aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src, size_t count,
                          aclrtMemcpyKind kind, aclrtStream stream) {
    return runtime::CopyAsync(dst, destMax, src, count, kind, stream);
}

aclError aclrtMemcpyAsyncWithCondition(void* dst, size_t destMax, const void* src, size_t count,
                                       aclrtMemcpyKind kind, aclrtStream stream) {
    return runtime::CopyAsync(dst, destMax, src, count, kind, stream);
}

aclError aclrtMemcpy2d(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                       size_t height, aclrtMemcpyKind kind) {
    return runtime::Copy2d(dst, dpitch, src, spitch, width, height, kind, false, nullptr);
}

aclError aclrtMemcpy2dAsync(void* dst, size_t dpitch, const void* src, size_t spitch, size_t width,
                            size_t height, aclrtMemcpyKind kind, aclrtStream stream) {
    return runtime::Copy2d(dst, dpitch, src, spitch, width, height, kind, true, stream);
}

aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value, size_t count) {
    return runtime::Fill(devPtr, maxCount, value, count);
}

aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value, size_t count,
                          aclrtStream stream) {
    return runtime::FillAsync(devPtr, maxCount, value, count, stream);
}

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total) {
    ACL_REQUIRE_NOT_NULL(free);
    ACL_REQUIRE_NOT_NULL(total);
    if (attr < ACL_DDR_MEM || attr > ACL_MEM_P2P_HUGE1G) {
        return Fail(ACL_ERROR_INVALID_PARAM, "aclrtGetMemInfo: unknown memory %d", attr);
    }
    int code = 0;
    const auto context = runtime::CurrentContext(&code);
    if (context != nullptr) {
        const runtime::DeviceMemory& memory = context->device()->memory();
        *total = memory.capacity();
        *free = memory.capacity() - memory.used();
    }
    return code;
}
}
