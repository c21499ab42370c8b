// acl_rt_managed.h: memory of other processes by handles of two kinds, and mappings whose links a
// program chooses.
#include <cstring>

#include "acl/acl_rt.h"
#include "acl/check.h"
#include "acl/products.h"
#include "runtime/context.h"
#include "runtime/memory.h"
#include "runtime/virtual_memory.h"

using runtime::Fail;
using runtime::Process;

namespace {

constexpr size_t kGigabyte = size_t{1} << 30;

/// The number of a handle that a program gives.
int ReadHandle(const char* function, const void* handle, aclrtMemSharedHandleType type,
               uint64_t* number) {
    ACL_REQUIRE_NOT_NULL(handle);
    if (type != ACL_MEM_SHARE_HANDLE_TYPE_DEFAULT && type != ACL_MEM_SHARE_HANDLE_TYPE_FABRIC) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: unknown type %d of a shareable handle", function,
                    type);
    }
    memcpy(number, handle, sizeof(*number));
    return ACL_SUCCESS;
}

void WriteHandle(uint64_t number, aclrtMemSharedHandleType type, void* handle) {
    if (type == ACL_MEM_SHARE_HANDLE_TYPE_FABRIC) {
        memset(handle, 0, sizeof(aclrtMemFabricHandle));
    }
    memcpy(handle, &number, sizeof(number));
}

int CheckReserved(const char* function, uint64_t flags) {
    return flags == 0 ? ACL_SUCCESS
                      : Fail(ACL_ERROR_INVALID_PARAM, "%s: flags must be 0", function);
}

}  // namespace

extern "C" {

aclError aclrtMemExportToShareableHandleV2(aclrtDrvMemHandle handle, uint64_t flags,
                                           aclrtMemSharedHandleType shareType,
                                           void* shareableHandle) {
    uint64_t number = 0;
    int code = ReadHandle(__func__, shareableHandle, shareType, &number);
    code = code != ACL_SUCCESS
               ? code
               : aclrtMemExportToShareableHandle(handle, ACL_MEM_HANDLE_TYPE_NONE, flags, &number);
    if (code == ACL_SUCCESS) {
        WriteHandle(number, shareType, shareableHandle);
    }
    return code;
}

aclError aclrtMemImportFromShareableHandleV2(void* shareableHandle,
                                             aclrtMemSharedHandleType shareType, uint64_t flags,
                                             aclrtDrvMemHandle* handle) {
    ACL_REQUIRE_NOT_NULL(handle);
    uint64_t number = 0;
    int code = ReadHandle(__func__, shareableHandle, shareType, &number);
    code = code != ACL_SUCCESS ? code : CheckReserved(__func__, flags);
    if (code != ACL_SUCCESS) {
        return code;
    }
    const auto context = runtime::CurrentContext(&code);
    return context == nullptr ? code
                              : runtime::ImportPhysical(number, context->device()->id(), handle);
}

aclError aclrtMemSetPidToShareableHandleV2(void* shareableHandle,
                                           aclrtMemSharedHandleType shareType, int32_t* pid,
                                           size_t pidNum) {
    uint64_t number = 0;
    const int code = ReadHandle(__func__, shareableHandle, shareType, &number);
    return code != ACL_SUCCESS ? code : aclrtMemSetPidToShareableHandle(number, pid, pidNum);
}

aclError aclrtMemMapNoAccess(void* virPtr, size_t size, size_t offset, aclrtDrvMemHandle handle,
                             uint64_t flags) {
    int code = CheckReserved(__func__, flags);
    code = code != ACL_SUCCESS ? code : aclrtMapMem(virPtr, size, offset, handle, flags);
    return code != ACL_SUCCESS
               ? code
               : runtime::SetMemoryAccess(virPtr, size, ACL_RT_MEM_ACCESS_FLAGS_NONE);
}

aclError aclrtMemMapSelectedLink(void* virPtrDst, size_t size, void* virPtrSrc, uint32_t linkIdx) {
    ACL_REQUIRE_NOT_NULL(virPtrDst);
    ACL_REQUIRE_NOT_NULL(virPtrSrc);
    ACL_REQUIRE_NOT_ZERO(size);
    if (linkIdx != ACL_RT_MEM_LINK_IDX_0 && linkIdx != ACL_RT_MEM_LINK_IDX_1) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: unknown link %u", __func__, linkIdx);
    }
    int code = acl::RequireProduct(__func__, acl::kAtlasA3);
    aclrtDrvMemHandle memory = nullptr;
    code = code != ACL_SUCCESS ? code : runtime::RetainPhysical(virPtrSrc, &memory);
    if (code != ACL_SUCCESS) {
        return code;
    }
    code = runtime::MapMemory(virPtrDst, size, memory);
    const int freed = runtime::FreePhysical(memory);
    return code != ACL_SUCCESS ? code : freed;
}

aclError aclrtMemMapSetLink(aclrtDrvMemHandle handle, aclrtMemLinkType adviceLink) {
    ACL_REQUIRE_NOT_NULL(handle);
    if (adviceLink < ACL_RT_MEM_ACCESS_LINK_SIO ||
        adviceLink > ACL_RT_MEM_ACCESS_UB_MULTI_PORT_PATH) {
        return Fail(ACL_ERROR_RT_LINK_TYPE_NOT_SUPPORTED, "%s: unknown link %d", __func__,
                    adviceLink);
    }
    // The link decides on times that no model has.
    int code = 0;
    runtime::FindPhysical(handle, &code);
    return code;
}

aclError aclrtReserveMemAddressNoUCMemory(void** virPtr, size_t size, size_t alignment,
                                          void* expectPtr, uint64_t flags) {
    ACL_REQUIRE_NOT_NULL(expectPtr);
    if (size == 0 || size % kGigabyte != 0) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: %zu bytes are no multiple of 1 GiB", __func__,
                    size);
    }
    const int code = acl::RequireProduct(__func__, acl::kAtlasA3);
    return code != ACL_SUCCESS ? code
                               : aclrtReserveMemAddress(virPtr, size, alignment, expectPtr, flags);
}

aclError aclrtMemP2PMap(void* devPtr, size_t size, int32_t dstDevId, uint64_t flags) {
    ACL_REQUIRE_NOT_NULL(devPtr);
    ACL_REQUIRE_NOT_ZERO(size);
    const int code = CheckReserved(__func__, flags);
    if (code != ACL_SUCCESS) {
        return code;
    }
    if (Process::Get().device(dstDevId) == nullptr) {
        return Fail(ACL_ERROR_RT_INVALID_DEVICEID, "device %d does not exist", dstDevId);
    }
    if (Process::Get().DeviceOfAddress(devPtr) == nullptr) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: %p is not device memory", __func__, devPtr);
    }
    return runtime::CheckAddressRange(devPtr, size, "range to map");
}

aclError aclrtIpcMemSetAttr(const char* key, aclrtIpcMemAttrType type, uint64_t attr) {
    ACL_REQUIRE_NOT_NULL(key);
    if (type != ACL_RT_IPC_MEM_ATTR_ACCESS_LINK || attr > ACL_RT_IPC_MEM_ATTR_ACCESS_LINK_HCCS) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: attribute %d cannot be %llu", __func__, type,
                    static_cast<unsigned long long>(attr));
    }
    return acl::RequireProduct(__func__, acl::kAtlasA3);
}
}
