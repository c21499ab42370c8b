// The memory of one simulated device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

namespace runtime {

/// A reserved address range from which device buffers are handed out. Pages outside live buffers
/// are not accessible, so a kernel that leaves its buffers faults; pages are committed when they
/// are first touched. Thread safe.
class DeviceMemory {
public:
    /// `capacity` in bytes bounds the sum of all buffers.
    explicit DeviceMemory(size_t capacity) : capacity_(capacity) {}
    ~DeviceMemory();
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;

    /// A buffer of at least size + 32 bytes, aligned to a page, poisoned; null if the device is
    /// full.
    void* Allocate(size_t size);
    /// False if `address` is not the start of a live buffer.
    bool Free(const void* address);
    /// Frees all buffers and returns their memory to the system.
    void FreeAll();

    /// Whether the address lies in the device's range, in a live buffer or not.
    bool Contains(const void* address) const;
    /// Whether [address, address + size) lies in one live buffer.
    bool Covers(const void* address, size_t size) const;

    size_t capacity() const { return capacity_; }
    size_t used() const;

private:
    struct Buffer {
        size_t reserved;  ///< bytes taken from the range, including the guard page
        size_t accessible;
        size_t charged;  ///< bytes counted against the capacity
    };

    bool Reserve();
    uintptr_t TakeRange(size_t bytes);
    void ReturnRange(uintptr_t begin, size_t bytes);
    void Release(uintptr_t address, const Buffer& buffer);

    const size_t capacity_;
    mutable std::mutex mutex_;
    uintptr_t base_ = 0;
    size_t range_bytes_ = 0;
    size_t used_ = 0;
    uintptr_t search_from_ = 0;
    std::map<uintptr_t, Buffer> live_;
    std::map<uintptr_t, size_t> free_;
};

/// Bytes of device memory: env ASCENDC_DEVICE_MEMORY_BYTES, default 64 GiB.
size_t DeviceMemoryCapacity();

}  // namespace runtime
