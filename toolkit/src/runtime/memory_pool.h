// Pools of device memory that is allocated and freed in the order of streams.
#pragma once

#include <cstddef>
#include <cstdint>

#include "acl/acl_rt_memory_soma.h"

namespace runtime {

/// See acl_rt_memory_soma.h. All return 0, or report and return an error code.
int CreateMemoryPool(aclrtMemPool* pool, int32_t device, size_t capacity);
int DestroyMemoryPool(aclrtMemPool pool);
int SetPoolAttribute(aclrtMemPool pool, aclrtMemPoolAttr attribute, const void* value);
int GetPoolAttribute(aclrtMemPool pool, aclrtMemPoolAttr attribute, void* value);
int MallocFromPool(void** address, size_t size, aclrtMemPool pool, const void* stream);
int FreeToPool(void* address, const void* stream);
int TrimPool(aclrtMemPool pool, size_t bytes_to_keep);

/// Whether the address begins a block of a pool, which aclrtFree must not free.
bool IsPoolBlock(const void* address);
/// Gives the device what its pools hold above their thresholds; streams that have synchronised call
/// this.
void TrimPoolsOf(int32_t device);
/// Forgets the blocks of a device whose memory is gone.
void ForgetPoolBlocks(int32_t device);

}  // namespace runtime
