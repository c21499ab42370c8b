// Device buffers that several processes use, by names.
#ifndef CCE_RUNTIME_MEM_H
#define CCE_RUNTIME_MEM_H

#include <stdlib.h>

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Names the device buffer that starts at `ptr`, for other processes that rtSetIpcMemPid or
 * rtSetIpcMemorySuperPodPid allows; `len` is at least 65. */
__attribute__((visibility("default"))) rtError_t rtIpcSetMemoryName(const void* ptr,
                                                                    uint64_t byteCount, char* name,
                                                                    uint32_t len);
__attribute__((visibility("default"))) rtError_t rtIpcDestroyMemoryName(const char* name);
__attribute__((visibility("default"))) rtError_t rtIpcOpenMemory(void** ptr, const char* name);
__attribute__((visibility("default"))) rtError_t rtIpcCloseMemory(const void* ptr);

#ifdef __cplusplus
}
#endif

#endif  // CCE_RUNTIME_MEM_H
