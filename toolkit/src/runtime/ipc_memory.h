// Device buffers that several processes use (aclrtIpcMem*).
#pragma once

#include <cstddef>
#include <cstdint>

namespace runtime {

constexpr size_t kIpcKeyBytes = 65;

/// Each reports what fails, and returns its code.
int ExportBuffer(const void* address, size_t size, bool any_process, char* key, size_t key_bytes);
int AllowBufferImport(const char* key, const int32_t* pids, size_t count);
int ImportBuffer(const char* key, void** address);
int CloseBuffer(const char* key);
/// Ends what this process exported; buffers that were imported stay.
int EndExport(const char* key);
/// Ends what this process imported to the address.
int CloseImport(const void* address);

}  // namespace runtime
