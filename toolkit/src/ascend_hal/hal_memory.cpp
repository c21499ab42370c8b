// Memory of the driver on that of the runtime: both give out the same addresses and handles.
#include <cstring>

#include "driver/ascend_hal.h"
#include "runtime/device_information.h"
#include "runtime/error.h"
#include "runtime/virtual_memory.h"

using runtime::Fail;

namespace {

constexpr size_t kHugePage = size_t{2} << 20;
constexpr size_t kGigabyte = size_t{1} << 30;
constexpr uint64_t kPageTypes = 3;               // bits of a reservation's flag
constexpr uint64_t kMagic = 0x656C646E61484441;  // "ADHandle"

/// What MemShareHandle holds.
struct ShareInfo {
    uint64_t magic;
    uint64_t token;
    uint32_t type;
};
static_assert(sizeof(ShareInfo) <= MEM_SHARE_HANDLE_LEN, "it is given out as such a handle");

drvError_t Reject(drvError_t error, const char* function, const char* why) {
    Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: %s", function, why);
    return error;
}

/// The driver's code for one of the runtime, which reported it.
drvError_t CodeOf(int code) {
    switch (code) {
        case ACL_SUCCESS:
            return DRV_ERROR_NONE;
        case ACL_ERROR_RT_MEMORY_ALLOCATION:
            return DRV_ERROR_OUT_OF_MEMORY;
        case ACL_ERROR_RT_INVALID_DEVICEID:
            return DRV_ERROR_INVALID_DEVICE;
        case ACL_ERROR_RT_CONTEXT_NULL:
            return DRV_ERROR_UNINIT;
        default:
            return DRV_ERROR_INVALID_VALUE;
    }
}

/// Where the driver has the addresses that a program asks for.
bool IsAligned(const void* address, size_t size) {
    size_t alignment = kHugePage;
    while (alignment < size && alignment < kGigabyte) {
        alignment *= 2;
    }
    return reinterpret_cast<uintptr_t>(address) % alignment == 0;
}

bool IsPeerToPeer(const drv_mem_prop& prop) {
    return prop.mem_type == MEM_P2P_HBM_TYPE || prop.mem_type == MEM_P2P_DDR_TYPE;
}

/// Which memory of the runtime has these properties; DRV_ERROR_INVALID_VALUE if none has.
drvError_t Convert(const char* function, const drv_mem_prop* prop,
                   aclrtPhysicalMemProp* converted) {
    if (prop == nullptr) {
        return Reject(DRV_ERROR_INVALID_VALUE, function, "prop is NULL");
    }
    const bool on_device = prop->side == MEM_DEV_SIDE;
    const bool is_hbm = prop->mem_type == MEM_HBM_TYPE || prop->mem_type == MEM_P2P_HBM_TYPE;
    if (prop->side >= MEM_MAX_SIDE || prop->pg_type >= MEM_MAX_PAGE_TYPE ||
        prop->mem_type >= MEM_MAX_TYPE || prop->mem_type == MEM_TS_DDR_TYPE ||
        on_device != is_hbm) {
        Fail(ACL_ERROR_RT_PARAM_INVALID,
             "%s: no memory of side %u, page type %u and memory type %u is simulated: devices have "
             "HBM, hosts DDR",
             function, prop->side, prop->pg_type, prop->mem_type);
        return DRV_ERROR_INVALID_VALUE;
    }
    constexpr aclrtMemAttr kPlain[] = {ACL_MEM_NORMAL, ACL_MEM_HUGE, ACL_MEM_HUGE1G};
    constexpr aclrtMemAttr kOfPeers[] = {ACL_MEM_P2P_NORMAL, ACL_MEM_P2P_HUGE, ACL_MEM_P2P_HUGE1G};
    *converted = {};
    converted->memAttr = (IsPeerToPeer(*prop) ? kOfPeers : kPlain)[prop->pg_type];
    converted->location.type = on_device                          ? ACL_MEM_LOCATION_TYPE_DEVICE
                               : prop->side == MEM_HOST_NUMA_SIDE ? ACL_MEM_LOCATION_TYPE_HOST_NUMA
                                                                  : ACL_MEM_LOCATION_TYPE_HOST;
    converted->location.id = prop->devid;
    converted->reserve = prop->reserve;
    return DRV_ERROR_NONE;
}

drvError_t Export(const char* function, drv_mem_handle_t* handle, uint64_t flags, uint64_t* token) {
    if (flags != 0) {
        return Reject(DRV_ERROR_NOT_SUPPORT, function, "flags must be 0");
    }
    int code = 0;
    if (runtime::FindPhysical(handle, &code) == nullptr) {
        return DRV_ERROR_INVALID_HANDLE;
    }
    return CodeOf(runtime::ExportPhysical(handle, false, token));
}

drvError_t Import(uint64_t token, uint32_t device, drv_mem_handle_t** handle) {
    void* imported = nullptr;
    const int code = runtime::ImportPhysical(token, static_cast<int32_t>(device), &imported);
    if (code == ACL_SUCCESS) {
        *handle = static_cast<drv_mem_handle_t*>(imported);
    }
    return CodeOf(code);
}

drvError_t Read(const char* function, drv_mem_handle_type type, const MemShareHandle* handle,
                uint64_t* token) {
    if (handle == nullptr) {
        return Reject(DRV_ERROR_INVALID_VALUE, function, "share_handle is NULL");
    }
    ShareInfo info = {};
    memcpy(&info, handle->share_info, sizeof(info));
    if (info.magic != kMagic || info.type != static_cast<uint32_t>(type)) {
        return Reject(DRV_ERROR_INVALID_VALUE, function,
                      "share_handle was not exported, or with another handle_type");
    }
    *token = info.token;
    return DRV_ERROR_NONE;
}

}  // namespace

extern "C" {

drvError_t halMemAddressReserve(void** ptr, size_t size, size_t alignment, void* addr,
                                uint64_t flag) {
    if (ptr == nullptr || size == 0 || alignment != 0) {
        return Reject(DRV_ERROR_INVALID_VALUE, __func__,
                      "ptr must not be NULL, size not 0, and alignment 0");
    }
    constexpr uint64_t kFixedOnly = MEM_RSV_TYPE_DEVICE_SHARE | MEM_RSV_TYPE_REMOTE_MAP;
    if ((flag & kPageTypes) >= MEM_MAX_PAGE_TYPE || (flag & ~(kPageTypes | kFixedOnly)) != 0 ||
        ((flag & kFixedOnly) != 0 && addr == nullptr)) {
        return Reject(DRV_ERROR_INVALID_VALUE, __func__,
                      "flag is no page type, or one for fixed addresses without an address");
    }
    if (!IsAligned(addr, size)) {
        Fail(ACL_ERROR_RT_PARAM_INVALID,
             "%s: %p is not aligned for %zu bytes: to the next power of two, from 512 MiB on to "
             "1 GiB",
             __func__, addr, size);
        return DRV_ERROR_INVALID_VALUE;
    }
    return CodeOf(runtime::ReserveAddresses(ptr, size, addr));
}

drvError_t halMemAddressFree(void* ptr) {
    return CodeOf(runtime::ReleaseAddresses(ptr));
}

drvError_t halMemCreate(drv_mem_handle_t** handle, size_t size, const drv_mem_prop* prop,
                        uint64_t flag) {
    if (handle == nullptr || size == 0 || size % kHugePage != 0 || flag != 0) {
        return Reject(DRV_ERROR_INVALID_VALUE, __func__,
                      "handle must not be NULL, size a multiple of 2 MiB, and flag 0");
    }
    aclrtPhysicalMemProp converted;
    const drvError_t error = Convert(__func__, prop, &converted);
    if (error != DRV_ERROR_NONE) {
        return error;
    }
    void* created = nullptr;
    const int code = runtime::MallocPhysical(&created, size, converted);
    if (code == ACL_SUCCESS) {
        *handle = static_cast<drv_mem_handle_t*>(created);
    }
    return CodeOf(code);
}

drvError_t halMemRelease(drv_mem_handle_t* handle) {
    return runtime::FreePhysical(handle) == ACL_SUCCESS ? DRV_ERROR_NONE : DRV_ERROR_INVALID_HANDLE;
}

drvError_t halMemRetainAllocationHandle(drv_mem_handle_t** handle, void* ptr) {
    if (handle == nullptr) {
        return Reject(DRV_ERROR_INVALID_VALUE, __func__, "handle is NULL");
    }
    void* retained = nullptr;
    const int code = runtime::RetainPhysical(ptr, &retained);
    if (code == ACL_SUCCESS) {
        *handle = static_cast<drv_mem_handle_t*>(retained);
    }
    return CodeOf(code);
}

drvError_t halMemGetAllocationGranularity(const drv_mem_prop* prop,
                                          drv_mem_granularity_options option, size_t* granularity) {
    if (granularity == nullptr || option < 0 || option >= MEM_ALLOC_GRANULARITY_INVALID) {
        return Reject(DRV_ERROR_INVALID_VALUE, __func__, "granularity is NULL, or option unknown");
    }
    aclrtPhysicalMemProp converted;
    const drvError_t error = Convert(__func__, prop, &converted);
    if (error == DRV_ERROR_NONE) {
        *granularity = prop->pg_type == MEM_GIANT_PAGE_TYPE ? kGigabyte : kHugePage;
    }
    return error;
}

drvError_t halMemMap(void* ptr, size_t size, size_t offset, drv_mem_handle_t* handle,
                     uint64_t flag) {
    if (size == 0 || size % kHugePage != 0 || offset != 0 || flag != 0) {
        return Reject(DRV_ERROR_INVALID_VALUE, __func__,
                      "size must be a multiple of 2 MiB, offset and flag 0");
    }
    int code = 0;
    if (runtime::FindPhysical(handle, &code) == nullptr) {
        return DRV_ERROR_INVALID_HANDLE;
    }
    return CodeOf(runtime::MapMemory(ptr, size, handle));
}

drvError_t halMemUnmap(void* ptr) {
    return CodeOf(runtime::UnmapMemory(ptr));
}

drvError_t halMemExportToShareableHandle(drv_mem_handle_t* handle, drv_mem_handle_type handle_type,
                                         uint64_t flags, uint64_t* shareable_handle) {
    if (shareable_handle == nullptr) {
        return Reject(DRV_ERROR_INVALID_VALUE, __func__, "shareable_handle is NULL");
    }
    if (handle_type != MEM_HANDLE_TYPE_NONE) {
        return Reject(DRV_ERROR_NOT_SUPPORT, __func__, "handle_type must be MEM_HANDLE_TYPE_NONE");
    }
    return Export(__func__, handle, flags, shareable_handle);
}

drvError_t halMemExportToShareableHandleV2(drv_mem_handle_t* handle,
                                           drv_mem_handle_type handle_type, uint64_t flags,
                                           MemShareHandle* share_handle) {
    if (share_handle == nullptr) {
        return Reject(DRV_ERROR_INVALID_VALUE, __func__, "share_handle is NULL");
    }
    if (handle_type < 0 || handle_type >= MEM_HANDLE_TYPE_MAX) {
        return Reject(DRV_ERROR_NOT_SUPPORT, __func__, "unknown handle_type");
    }
    ShareInfo info = {kMagic, 0, static_cast<uint32_t>(handle_type)};
    const drvError_t error = Export(__func__, handle, flags, &info.token);
    if (error == DRV_ERROR_NONE) {
        *share_handle = {};
        memcpy(share_handle->share_info, &info, sizeof(info));
    }
    return error;
}

drvError_t halMemImportFromShareableHandle(uint64_t shareable_handle, uint32_t devid,
                                           drv_mem_handle_t** handle) {
    if (handle == nullptr) {
        return Reject(DRV_ERROR_INVALID_VALUE, __func__, "handle is NULL");
    }
    return Import(shareable_handle, devid, handle);
}

drvError_t halMemImportFromShareableHandleV2(drv_mem_handle_type handle_type,
                                             MemShareHandle* share_handle, uint32_t devid,
                                             drv_mem_handle_t** handle) {
    if (handle == nullptr) {
        return Reject(DRV_ERROR_INVALID_VALUE, __func__, "handle is NULL");
    }
    uint64_t token = 0;
    const drvError_t error = Read(__func__, handle_type, share_handle, &token);
    return error != DRV_ERROR_NONE ? error : Import(token, devid, handle);
}

drvError_t halMemTransShareableHandle(drv_mem_handle_type handle_type, MemShareHandle* share_handle,
                                      uint32_t* server_id, uint64_t* shareable_handle) {
    if (server_id == nullptr || shareable_handle == nullptr) {
        return Reject(DRV_ERROR_INVALID_VALUE, __func__, "server_id or shareable_handle is NULL");
    }
    const drvError_t error = Read(__func__, handle_type, share_handle, shareable_handle);
    if (error == DRV_ERROR_NONE) {
        *server_id = runtime::ServerId();
    }
    return error;
}

drvError_t halSdmaCopy(DVdeviceptr dst, size_t dst_size, DVdeviceptr src, size_t len) {
    if (dst == 0 || src == 0 || len > dst_size) {
        return Reject(DRV_ERROR_INVALID_VALUE, __func__,
                      "dst and src must not be 0, and len not more than dst_size");
    }
    memcpy(reinterpret_cast<void*>(dst), reinterpret_cast<const void*>(src), len);
    return DRV_ERROR_NONE;
}

drvError_t halMemSetPidToShareableHandle(uint64_t shareable_handle, int pid[], uint32_t pid_num) {
    if (pid == nullptr || pid_num == 0) {
        return Reject(DRV_ERROR_INVALID_VALUE, __func__, "pid is NULL, or pid_num 0");
    }
    return CodeOf(runtime::AllowImport(shareable_handle, pid, pid_num));
}

drvError_t halMemShareHandleSetAttribute(uint64_t shareable_handle, ShareHandleAttrType type,
                                         ShareHandleAttr attr) {
    if (type != SHR_HANDLE_ATTR_NO_WLIST_IN_SERVER || attr.enableFlag == SHR_HANDLE_WLIST_ENABLE) {
        return Reject(DRV_ERROR_NOT_SUPPORT, __func__,
                      "only SHR_HANDLE_ATTR_NO_WLIST_IN_SERVER can be enabled");
    }
    if (attr.enableFlag != SHR_HANDLE_NO_WLIST_ENABLE) {
        return Reject(DRV_ERROR_PARA_ERROR, __func__, "unknown enableFlag");
    }
    return runtime::AllowImportByAll(shareable_handle) == ACL_SUCCESS
               ? DRV_ERROR_NONE
               : DRV_ERROR_OPER_NOT_PERMITTED;
}
}
