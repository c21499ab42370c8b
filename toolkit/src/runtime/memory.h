// Copies and fills between host and device memory, and pinned host memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace runtime {

int MallocDevice(void** address, size_t size);
/// The same on a device that need not be the current one.
int MallocDeviceOn(int32_t device, void** address, size_t size);
int FreeDevice(void* address);

/// 64-byte aligned and known as pinned.
int MallocHost(void** address, size_t size);
int FreeHost(void* address);
int RegisterHost(void* address, size_t size);
int UnregisterHost(void* address);
/// Whether the address lies in pinned (allocated or registered) host memory.
bool IsPinned(const void* address);
/// Start and size of the last pinned buffer that begins at or before the address.
bool PinnedBefore(const void* address, void** start, size_t* size);

/// Copies at once. 107000 if a device pointer leaves its buffer, 100000 for NULL. `kind` is checked
/// for its range only: the addresses say what they are.
int Copy(void* destination, size_t destination_size, const void* source, size_t count, int kind);
/// Copies in stream order (see aclrtMemcpyAsync).
int CopyAsync(void* destination, size_t destination_size, const void* source, size_t count,
              int kind, const void* stream);
/// Rectangles of `height` rows of `width` bytes; `stream` is used if `async`.
int Copy2d(void* destination, size_t destination_pitch, const void* source, size_t source_pitch,
           size_t width, size_t height, int kind, bool async, const void* stream);
int Fill(void* address, size_t size, int32_t value, size_t count);
int FillAsync(void* address, size_t size, int32_t value, size_t count, const void* stream);

/// Whether [address, address + size) is host memory, or device memory inside one live buffer.
bool IsUsable(const void* address, size_t size);
/// 0, or 107000 with a text if [address, address + size) is device memory outside a live buffer.
int CheckAddressRange(const void* address, size_t size, const char* name);

}  // namespace runtime
