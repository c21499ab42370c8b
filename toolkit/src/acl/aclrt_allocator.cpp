// acl_rt_allocator.h: allocators of a program.
#include <memory>
#include <new>

#include "acl/acl_rt_allocator.h"
#include "acl/check.h"
#include "runtime/context.h"
#include "runtime/live_objects.h"
#include "runtime/stream_allocator.h"

using runtime::Fail;
using runtime::ObjectKind;
using runtime::StreamAllocator;

namespace {

/// The allocator of a descriptor; null with 100000 reported if it is none.
StreamAllocator* Described(aclrtAllocatorDesc desc) {
    if (!runtime::IsLive(ObjectKind::kAllocatorDesc, desc)) {
        Fail(ACL_ERROR_INVALID_PARAM, "the allocator's descriptor %p was destroyed, or never made",
             desc);
        return nullptr;
    }
    return static_cast<StreamAllocator*>(desc);
}

template <typename T>
int Set(aclrtAllocatorDesc desc, T StreamAllocator::* member, T value) {
    ACL_REQUIRE_NOT_NULL(value);
    StreamAllocator* const allocator = Described(desc);
    if (allocator == nullptr) {
        return ACL_ERROR_INVALID_PARAM;
    }
    allocator->*member = value;
    return ACL_SUCCESS;
}

/// Stores a value whose receiver may be NULL.
template <typename T>
void Give(T value, T* receiver) {
    if (receiver != nullptr) {
        *receiver = value;
    }
}

}  // namespace

extern "C" {

aclrtAllocatorDesc aclrtAllocatorCreateDesc(void) {
    return runtime::Remembered(ObjectKind::kAllocatorDesc, new (std::nothrow) StreamAllocator());
}

aclError aclrtAllocatorDestroyDesc(aclrtAllocatorDesc allocatorDesc) {
    StreamAllocator* const allocator = Described(allocatorDesc);
    return allocator != nullptr && runtime::DestroyLive(ObjectKind::kAllocatorDesc, allocator)
               ? ACL_SUCCESS
               : ACL_ERROR_INVALID_PARAM;
}

aclError aclrtAllocatorSetObjToDesc(aclrtAllocatorDesc allocatorDesc, aclrtAllocator allocator) {
    return Set(allocatorDesc, &StreamAllocator::object, allocator);
}

aclError aclrtAllocatorSetAllocFuncToDesc(aclrtAllocatorDesc allocatorDesc,
                                          aclrtAllocatorAllocFunc func) {
    return Set(allocatorDesc, &StreamAllocator::allocate, func);
}

aclError aclrtAllocatorSetFreeFuncToDesc(aclrtAllocatorDesc allocatorDesc,
                                         aclrtAllocatorFreeFunc func) {
    return Set(allocatorDesc, &StreamAllocator::free, func);
}

aclError aclrtAllocatorSetAllocAdviseFuncToDesc(aclrtAllocatorDesc allocatorDesc,
                                                aclrtAllocatorAllocAdviseFunc func) {
    return Set(allocatorDesc, &StreamAllocator::allocate_advised, func);
}

aclError aclrtAllocatorSetGetAddrFromBlockFuncToDesc(aclrtAllocatorDesc allocatorDesc,
                                                     aclrtAllocatorGetAddrFromBlockFunc func) {
    return Set(allocatorDesc, &StreamAllocator::address, func);
}

aclError aclrtAllocatorRegister(aclrtStream stream, aclrtAllocatorDesc allocatorDesc) {
    ACL_REQUIRE_NOT_NULL(stream);
    int code = 0;
    if (runtime::FindStream(stream, &code) == nullptr) {
        return code;
    }
    const StreamAllocator* const allocator = Described(allocatorDesc);
    if (allocator == nullptr) {
        return ACL_ERROR_INVALID_PARAM;
    }
    if (allocator->object == nullptr || allocator->allocate == nullptr ||
        allocator->free == nullptr || allocator->address == nullptr) {
        return Fail(ACL_ERROR_INVALID_PARAM,
                    "aclrtAllocatorRegister: the descriptor has no object, or lacks the function "
                    "that allocates, frees or gives the address of a block");
    }
    StreamAllocator registered = *allocator;
    registered.description = allocatorDesc;
    runtime::RegisterAllocator(stream, registered);
    return ACL_SUCCESS;
}

aclError aclrtAllocatorGetByStream(aclrtStream stream, aclrtAllocatorDesc* allocatorDesc,
                                   aclrtAllocator* allocator, aclrtAllocatorAllocFunc* allocFunc,
                                   aclrtAllocatorFreeFunc* freeFunc,
                                   aclrtAllocatorAllocAdviseFunc* allocAdviseFunc,
                                   aclrtAllocatorGetAddrFromBlockFunc* getAddrFromBlockFunc) {
    ACL_REQUIRE_NOT_NULL(stream);
    ACL_REQUIRE_NOT_NULL(allocatorDesc);
    const StreamAllocator registered = runtime::AllocatorOf(stream);
    if (registered.description == nullptr) {
        // Frameworks ask for every stream.
        return runtime::Answer(Fail(ACL_ERROR_INVALID_PARAM,
                                    "%s: no allocator is registered for the stream", __func__));
    }
    *allocatorDesc = registered.description;
    Give(registered.object, allocator);
    Give(registered.allocate, allocFunc);
    Give(registered.free, freeFunc);
    Give(registered.allocate_advised, allocAdviseFunc);
    Give(registered.address, getAddrFromBlockFunc);
    return ACL_SUCCESS;
}

aclError aclrtAllocatorUnregister(aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(stream);
    runtime::UnregisterAllocator(stream);
    return ACL_SUCCESS;
}
}
