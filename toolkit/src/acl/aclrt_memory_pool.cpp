// acl_rt_memory_soma.h: memory from pools, in the order of streams.
#include <algorithm>

#include "acl/acl_rt_memory_soma.h"
#include "acl/check.h"
#include "acl/products.h"
#include "runtime/context.h"
#include "runtime/memory_pool.h"

using runtime::Fail;

extern "C" {

aclError aclrtMemPoolCreate(aclrtMemPool* memPool, const aclrtMemPoolProps* poolProps) {
    ACL_REQUIRE_NOT_NULL(memPool);
    ACL_REQUIRE_NOT_NULL(poolProps);
    const unsigned char* const reserved = poolProps->reserved;
    if (poolProps->allocType != ACL_MEM_ALLOCATION_TYPE_PINNED ||
        poolProps->location.type != ACL_MEM_LOCATION_TYPE_DEVICE ||
        std::any_of(reserved, reserved + sizeof(poolProps->reserved),
                    [](unsigned char byte) { return byte != 0; })) {
        return Fail(ACL_ERROR_INVALID_PARAM,
                    "%s: a pool has pinned memory of a device, and the reserved bytes are 0",
                    __func__);
    }
    const int code = acl::RequireProduct(__func__, acl::kAtlasA2);
    if (code != ACL_SUCCESS) {
        return code;
    }
    const int32_t device = static_cast<int32_t>(poolProps->location.id);
    return runtime::Process::Get().device(device) == nullptr
               ? Fail(ACL_ERROR_RT_INVALID_DEVICEID, "device %d does not exist", device)
               : runtime::CreateMemoryPool(memPool, device, poolProps->maxSize);
}

aclError aclrtMemPoolDestroy(const aclrtMemPool memPool) {
    ACL_REQUIRE_NOT_NULL(memPool);
    return runtime::DestroyMemoryPool(memPool);
}

aclError aclrtMemPoolSetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr, void* value) {
    ACL_REQUIRE_NOT_NULL(memPool);
    ACL_REQUIRE_NOT_NULL(value);
    return runtime::SetPoolAttribute(memPool, attr, value);
}

aclError aclrtMemPoolGetAttr(aclrtMemPool memPool, aclrtMemPoolAttr attr, void* value) {
    ACL_REQUIRE_NOT_NULL(memPool);
    ACL_REQUIRE_NOT_NULL(value);
    return runtime::GetPoolAttribute(memPool, attr, value);
}

aclError aclrtMemPoolMallocAsync(void** ptr, size_t size, aclrtMemPool memPool,
                                 aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(ptr);
    ACL_REQUIRE_NOT_NULL(memPool);
    ACL_REQUIRE_NOT_NULL(stream);
    if (size == 0) {
        *ptr = nullptr;
        return ACL_SUCCESS;
    }
    return runtime::MallocFromPool(ptr, size, memPool, stream);
}

aclError aclrtMemPoolFreeAsync(void* ptr, aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(ptr);
    return runtime::FreeToPool(ptr, stream);
}

aclError aclrtMemPoolTrimTo(aclrtMemPool memPool, size_t minBytesToKeep) {
    ACL_REQUIRE_NOT_NULL(memPool);
    return runtime::TrimPool(memPool, minBytesToKeep);
}
}
