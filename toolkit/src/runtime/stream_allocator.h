// Allocators of programs for streams: where operators that are called by their type take their
// workspaces from.
#pragma once

#include <cstddef>

#include "acl/acl_rt_allocator.h"

namespace runtime {

/// The arguments of aclrtAllocatorRegister; functions are null where nothing is registered.
struct StreamAllocator {
    aclrtAllocatorDesc description = nullptr;  ///< handle that was registered
    aclrtAllocator object = nullptr;
    aclrtAllocatorAllocFunc allocate = nullptr;
    aclrtAllocatorFreeFunc free = nullptr;
    aclrtAllocatorAllocAdviseFunc allocate_advised = nullptr;
    aclrtAllocatorGetAddrFromBlockFunc address = nullptr;
};

/// The last registration of a stream counts.
void RegisterAllocator(const void* stream, const StreamAllocator& allocator);
/// Nothing if none is registered.
void UnregisterAllocator(const void* stream);
/// The stream's allocator; one without functions if there is none.
StreamAllocator AllocatorOf(const void* stream);

}  // namespace runtime
