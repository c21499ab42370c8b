// acl_rt_memory.h: addresses, and physical memory that is mapped to them; memory of other
// processes.
#include <unistd.h>

#include "acl/acl_rt.h"
#include "acl/check.h"
#include "runtime/context.h"
#include "runtime/ipc_memory.h"
#include "runtime/virtual_memory.h"

using runtime::Fail;

namespace {

constexpr size_t kHugePage = size_t{2} << 20;
constexpr size_t kGigantic = size_t{1} << 30;

int CheckFlags(const char* function, uint64_t flags, uint64_t highest) {
    return flags <= highest ? ACL_SUCCESS
                            : Fail(ACL_ERROR_INVALID_PARAM, "%s: flags 0x%llx are unknown",
                                   function, static_cast<unsigned long long>(flags));
}

bool OnlyOnHost(aclrtMemAttr attr) {
    return attr == ACL_DDR_MEM_HUGE || attr == ACL_DDR_MEM_NORMAL || attr == ACL_DDR_MEM_P2P_HUGE ||
           attr == ACL_DDR_MEM_P2P_NORMAL;
}

int CheckProp(const char* function, const aclrtPhysicalMemProp* prop) {
    ACL_REQUIRE_NOT_NULL(prop);
    const aclrtMemLocationType type = prop->location.type;
    const bool on_device = type == ACL_MEM_LOCATION_TYPE_DEVICE;
    if (!on_device && type != ACL_MEM_LOCATION_TYPE_HOST &&
        type != ACL_MEM_LOCATION_TYPE_HOST_NUMA) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: location %d is neither a device nor the host",
                    function, type);
    }
    const bool is_known = prop->memAttr >= ACL_DDR_MEM_HUGE && prop->memAttr <= ACL_MEM_P2P_HUGE1G;
    if (!is_known || (on_device && OnlyOnHost(prop->memAttr))) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: memory attribute %d is not for that location",
                    function, prop->memAttr);
    }
    return ACL_SUCCESS;
}

size_t GranularityOf(aclrtMemAttr attr) {
    const bool gigantic = attr == ACL_HBM_MEM_HUGE1G || attr == ACL_HBM_MEM_P2P_HUGE1G ||
                          attr == ACL_MEM_HUGE1G || attr == ACL_MEM_P2P_HUGE1G;
    return gigantic ? kGigantic : kHugePage;
}

}  // namespace

extern "C" {

aclError aclrtReserveMemAddress(void** virPtr, size_t size, size_t alignment, void* expectPtr,
                                uint64_t flags) {
    ACL_REQUIRE_NOT_NULL(virPtr);
    ACL_REQUIRE_NOT_ZERO(size);
    if (alignment != 0) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: alignment must be 0, the system's", __func__);
    }
    const int code = CheckFlags(__func__, flags, 1);
    return code != 0 ? code : runtime::ReserveAddresses(virPtr, size, expectPtr);
}

aclError aclrtReleaseMemAddress(void* virPtr) {
    ACL_REQUIRE_NOT_NULL(virPtr);
    return runtime::ReleaseAddresses(virPtr);
}

aclError aclrtMallocPhysical(aclrtDrvMemHandle* handle, size_t size,
                             const aclrtPhysicalMemProp* prop, uint64_t flags) {
    ACL_REQUIRE_NOT_NULL(handle);
    ACL_REQUIRE_NOT_NULL(prop);
    ACL_REQUIRE_NOT_ZERO(size);
    if (prop->handleType != ACL_MEM_HANDLE_TYPE_NONE ||
        prop->allocationType != ACL_MEM_ALLOCATION_TYPE_PINNED) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: handle type %d or allocation type %d", __func__,
                    prop->handleType, prop->allocationType);
    }
    int code = CheckFlags(__func__, flags, 0);
    code = code != 0 ? code : CheckProp(__func__, prop);
    return code != 0 ? code : runtime::MallocPhysical(handle, size, *prop);
}

aclError aclrtFreePhysical(aclrtDrvMemHandle handle) {
    ACL_REQUIRE_NOT_NULL(handle);
    return runtime::FreePhysical(handle);
}

aclError aclrtMapMem(void* virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle,
                     uint64_t flags) {
    ACL_REQUIRE_NOT_NULL(virPtr);
    ACL_REQUIRE_NOT_NULL(handle);
    ACL_REQUIRE_NOT_ZERO(size);
    const int code = CheckFlags(__func__, flags, 0);
    if (code == 0 && offset != 0) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: offset must be 0", __func__);
    }
    return code != 0 ? code : runtime::MapMemory(virPtr, size, handle);
}

aclError aclrtUnmapMem(void* virPtr) {
    ACL_REQUIRE_NOT_NULL(virPtr);
    return runtime::UnmapMemory(virPtr);
}

aclError aclrtMemGetAllocationGranularity(aclrtPhysicalMemProp* prop,
                                          aclrtMemGranularityOptions option, size_t* granularity) {
    ACL_REQUIRE_NOT_NULL(prop);
    ACL_REQUIRE_NOT_NULL(granularity);
    const int code = CheckProp(__func__, prop);
    if (code != 0) {
        return code;
    }
    if (option != ACL_RT_MEM_ALLOC_GRANULARITY_MINIMUM &&
        option != ACL_RT_MEM_ALLOC_GRANULARITY_RECOMMENDED) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: unknown option %d", __func__, option);
    }
    *granularity = GranularityOf(prop->memAttr);
    return ACL_SUCCESS;
}

aclError aclrtMemSetAccess(void* virPtr, size_t size, aclrtMemAccessDesc* desc, size_t count) {
    ACL_REQUIRE_NOT_NULL(virPtr);
    ACL_REQUIRE_NOT_NULL(desc);
    ACL_REQUIRE_NOT_ZERO(size);
    ACL_REQUIRE_NOT_ZERO(count);
    // All devices see the same addresses, so the most that one of them may do is what all may.
    int flags = ACL_RT_MEM_ACCESS_FLAGS_NONE;
    for (size_t i = 0; i < count; ++i) {
        if (desc[i].flags != ACL_RT_MEM_ACCESS_FLAGS_NONE &&
            desc[i].flags != ACL_RT_MEM_ACCESS_FLAGS_READ &&
            desc[i].flags != ACL_RT_MEM_ACCESS_FLAGS_READWRITE) {
            return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: unknown access 0x%x", __func__,
                        desc[i].flags);
        }
        flags |= desc[i].flags;
    }
    return runtime::SetMemoryAccess(virPtr, size, flags);
}

aclError aclrtMemGetAccess(void* virPtr, aclrtMemLocation* location, uint64_t* flag) {
    ACL_REQUIRE_NOT_NULL(virPtr);
    ACL_REQUIRE_NOT_NULL(location);
    ACL_REQUIRE_NOT_NULL(flag);
    return runtime::GetMemoryAccess(virPtr, flag);
}

aclError aclrtMemRetainAllocationHandle(void* virPtr, aclrtDrvMemHandle* handle) {
    ACL_REQUIRE_NOT_NULL(virPtr);
    ACL_REQUIRE_NOT_NULL(handle);
    return runtime::RetainPhysical(virPtr, handle);
}

aclError aclrtMemGetAllocationPropertiesFromHandle(aclrtDrvMemHandle handle,
                                                   aclrtPhysicalMemProp* prop) {
    ACL_REQUIRE_NOT_NULL(handle);
    ACL_REQUIRE_NOT_NULL(prop);
    int code = 0;
    const auto memory = runtime::FindPhysical(handle, &code);
    if (memory != nullptr) {
        *prop = memory->prop();
    }
    return code;
}

aclError aclrtMemExportToShareableHandle(aclrtDrvMemHandle handle, aclrtMemHandleType handleType,
                                         uint64_t flags, uint64_t* shareableHandle) {
    ACL_REQUIRE_NOT_NULL(handle);
    ACL_REQUIRE_NOT_NULL(shareableHandle);
    if (handleType != ACL_MEM_HANDLE_TYPE_NONE) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: handle type %d must be 0", __func__, handleType);
    }
    const int code = CheckFlags(__func__, flags, ACL_RT_VMM_EXPORT_FLAG_DISABLE_PID_VALIDATION);
    return code != 0 ? code : runtime::ExportPhysical(handle, flags != 0, shareableHandle);
}

aclError aclrtMemSetPidToShareableHandle(uint64_t shareableHandle, int32_t* pid, size_t pidNum) {
    ACL_REQUIRE_NOT_NULL(pid);
    ACL_REQUIRE_NOT_ZERO(pidNum);
    return runtime::AllowImport(shareableHandle, pid, pidNum);
}

aclError aclrtMemImportFromShareableHandle(uint64_t shareableHandle, int32_t deviceId,
                                           aclrtDrvMemHandle* handle) {
    ACL_REQUIRE_NOT_NULL(handle);
    return runtime::ImportPhysical(shareableHandle, deviceId, handle);
}

aclError aclrtIpcMemGetExportKey(void* devPtr, size_t size, char* key, size_t len, uint64_t flags) {
    ACL_REQUIRE_NOT_NULL(devPtr);
    ACL_REQUIRE_NOT_NULL(key);
    ACL_REQUIRE_NOT_ZERO(size);
    if (len < runtime::kIpcKeyBytes) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: the key needs %zu bytes, not %zu", __func__,
                    runtime::kIpcKeyBytes, len);
    }
    const int code = CheckFlags(__func__, flags, ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION);
    return code != 0 ? code : runtime::ExportBuffer(devPtr, size, flags != 0, key, len);
}

aclError aclrtIpcMemSetImportPid(const char* key, int32_t* pid, size_t num) {
    ACL_REQUIRE_NOT_NULL(key);
    ACL_REQUIRE_NOT_NULL(pid);
    ACL_REQUIRE_NOT_ZERO(num);
    return runtime::AllowBufferImport(key, pid, num);
}

aclError aclrtIpcMemImportByKey(void** devPtr, const char* key, uint64_t flags) {
    ACL_REQUIRE_NOT_NULL(devPtr);
    ACL_REQUIRE_NOT_NULL(key);
    const int code = CheckFlags(__func__, flags, ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS);
    return code != 0 ? code : runtime::ImportBuffer(key, devPtr);
}

aclError aclrtIpcMemClose(const char* key) {
    ACL_REQUIRE_NOT_NULL(key);
    return runtime::CloseBuffer(key);
}

aclError aclrtDeviceGetBareTgid(int32_t* pid) {
    ACL_REQUIRE_NOT_NULL(pid);
    *pid = static_cast<int32_t>(getpid());
    return ACL_SUCCESS;
}
}
