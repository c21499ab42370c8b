// acl_rt_managed.h: memory that the host and all devices reach.
#include "acl/acl_rt.h"
#include "acl/check.h"
#include "acl/products.h"
#include "runtime/call_task.h"
#include "runtime/context.h"
#include "runtime/memory.h"

using runtime::Fail;
using runtime::Process;

namespace {

constexpr size_t kPage = size_t{2} << 20;
constexpr unsigned kProducts = acl::kAtlasA2 | acl::kAtlasA3;

/// Rejects a place that a prefetch cannot have.
int CheckLocation(const char* function, const aclrtMemManagedLocation& location) {
    switch (location.type) {
        case ACL_MEM_LOCATIONTYPE_DEVICE:
            return Process::Get().device(location.id) != nullptr
                       ? ACL_SUCCESS
                       : Fail(ACL_ERROR_RT_INVALID_DEVICEID, "device %d does not exist",
                              location.id);
        case ACL_MEM_LOCATIONTYPE_HOST:
        case ACL_MEM_LOCATIONTYPE_HOST_NUMA:
        case ACL_MEM_LOCATIONTYPE_HOST_NUMA_CURRENT:
            return ACL_SUCCESS;
        default:
            return Fail(ACL_ERROR_INVALID_PARAM, "%s: location type %d", function, location.type);
    }
}

int CheckRange(const char* function, const void* address, size_t size) {
    if (address == nullptr || size == 0 || size % kPage != 0) {
        return Fail(
            ACL_ERROR_INVALID_PARAM, "%s: %s", function,
            address == nullptr ? "an address is NULL" : "a size is 0 or no multiple of 2 MiB");
    }
    if (Process::Get().DeviceOfAddress(address) == nullptr) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: %p is not managed memory", function, address);
    }
    return runtime::CheckAddressRange(address, size, "range to prefetch");
}

}  // namespace

extern "C" {

aclError aclrtMemAllocManaged(void** ptr, uint64_t size, uint32_t flag) {
    ACL_REQUIRE_NOT_NULL(ptr);
    ACL_REQUIRE_NOT_ZERO(size);
    if (flag != ACL_RT_MEM_ATTACH_GLOBAL) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: flag must be ACL_RT_MEM_ATTACH_GLOBAL, not %u",
                    __func__, flag);
    }
    const int code = acl::RequireProduct(__func__, kProducts);
    const uint64_t pages = size / kPage + (size % kPage != 0 ? 1 : 0);
    return code != ACL_SUCCESS ? code : runtime::MallocDevice(ptr, pages * kPage);
}

aclError aclrtMemManagedPrefetchAsync(const void* ptr, size_t size,
                                      aclrtMemManagedLocation location, uint32_t flags,
                                      aclrtStream stream) {
    size_t first = 0;
    return aclrtMemManagedPrefetchBatchAsync(&ptr, &size, 1, &location, &first, 1, flags, stream);
}

aclError aclrtMemManagedPrefetchBatchAsync(const void** ptrs, size_t* sizes, size_t count,
                                           aclrtMemManagedLocation* prefetchLocs,
                                           size_t* prefetchLocIdxs, size_t numPrefetchLocs,
                                           uint64_t flags, aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(ptrs);
    ACL_REQUIRE_NOT_NULL(sizes);
    ACL_REQUIRE_NOT_NULL(prefetchLocs);
    ACL_REQUIRE_NOT_NULL(prefetchLocIdxs);
    ACL_REQUIRE_NOT_ZERO(count);
    ACL_REQUIRE_NOT_ZERO(numPrefetchLocs);
    if (flags != 0 || prefetchLocIdxs[0] != 0) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: flags and the first index must be 0", __func__);
    }
    int code = acl::RequireProduct(__func__, kProducts);
    for (size_t i = 0; code == ACL_SUCCESS && i < numPrefetchLocs; ++i) {
        code = CheckLocation(__func__, prefetchLocs[i]);
        const bool increases = i == 0 || prefetchLocIdxs[i] > prefetchLocIdxs[i - 1];
        if (code == ACL_SUCCESS && (!increases || prefetchLocIdxs[i] >= count)) {
            code = Fail(ACL_ERROR_INVALID_PARAM, "%s: index %zu of a location is not in order",
                        __func__, prefetchLocIdxs[i]);
        }
    }
    for (size_t i = 0; code == ACL_SUCCESS && i < count; ++i) {
        code = CheckRange(__func__, ptrs[i], sizes[i]);
    }
    // The memory is everywhere at once: nothing moves.
    return code != ACL_SUCCESS
               ? code
               : runtime::SubmitTask(stream, std::make_unique<runtime::CallTask>(
                                                 [](std::string*) { return ACL_SUCCESS; }));
}
}
