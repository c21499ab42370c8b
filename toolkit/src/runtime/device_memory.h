// The memory of one simulated device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

namespace runtime {

/// The owner of mapped memory; ends with the last mapping.
struct MemoryOwner {
    virtual ~MemoryOwner() = default;
};

/// A reserved address range from which device buffers are handed out. Pages outside live buffers
/// are not accessible, so a kernel that leaves its buffers faults; pages are committed when they
/// are first touched. Thread safe.
class DeviceMemory {
public:
    /// `capacity` in bytes bounds the sum of all buffers.
    DeviceMemory(int32_t device, size_t capacity) : device_(device), capacity_(capacity) {}
    ~DeviceMemory();
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;

    /// A buffer of at least size + 32 bytes, aligned to a page, poisoned; null if the device is
    /// full.
    void* Allocate(size_t size);
    /// Ends a buffer; its memory stays accessible until the last copy of what is returned is gone.
    /// Null if `address` is not the start of a live buffer.
    std::shared_ptr<void> Free(const void* address);
    /// Frees all buffers and returns their memory to the system.
    void FreeAll();

    /// Addresses without memory, at `expected` unless that is null; null if there is no space.
    /// `expected` may be any free address of a device, also outside the range of this one.
    void* ReserveAddresses(size_t size, const void* expected);
    enum class Released { kDone, kUnknown, kMapped };
    Released ReleaseAddresses(const void* address);
    /// Maps the start of a file to reserved addresses that are free, as a live buffer that `owner`
    /// belongs to. False if they are not.
    bool Map(void* address, size_t size, int fd, std::shared_ptr<MemoryOwner> owner);
    /// The owner of the mapping that began there, or null.
    std::shared_ptr<MemoryOwner> Unmap(const void* address);
    /// The owner of the mapping that holds the address, or null.
    std::shared_ptr<MemoryOwner> OwnerAt(const void* address) const;
    /// Moves a buffer's contents into a file, which is large enough for them, and maps it in its
    /// place. False if `address` is not the start of a buffer, or has an owner already.
    bool Share(const void* address, int fd, std::shared_ptr<MemoryOwner> owner);
    /// Forbids or allows access (PROT_*) to whole mappings.
    bool Protect(const void* address, size_t size, int protection);
    int ProtectionAt(const void* address) const;

    /// Takes bytes from the capacity for memory that has no address; false if they are not left.
    bool Charge(size_t size);
    void Discharge(size_t size);

    /// Start and size of the live buffer that holds the address.
    bool BufferAt(const void* address, void** start, size_t* size) const;

    /// Start and size of the last live buffer that begins at or before the address.
    bool BufferBefore(const void* address, void** start, size_t* size) const;
    /// The same with the bytes that were asked for.
    bool RequestedBefore(const void* address, void** start, size_t* size) const;

    /// Whether the address lies in the device's range or in an address range that was reserved
    /// outside it, in a live buffer or not.
    bool Contains(const void* address) const;
    /// Whether [address, address + size) lies in one live buffer.
    bool Covers(const void* address, size_t size) const;

    size_t capacity() const { return capacity_; }
    size_t used() const;
    size_t peak() const;

private:
    struct Buffer {
        size_t reserved;  ///< bytes taken from the range, including the guard page
        size_t accessible;
        size_t charged;    ///< bytes counted against the capacity
        size_t size;       ///< bytes that the program may use
        size_t requested;  ///< bytes that it asked for
        std::shared_ptr<MemoryOwner>
            owner;  ///< of a mapping, or of the file that a buffer was moved to
        int protection;

        bool mapped() const { return reserved == 0; }
    };
    using Buffers = std::map<uintptr_t, Buffer>;

    bool Reserve();
    uintptr_t TakeRange(size_t bytes);
    void ReturnRange(uintptr_t begin, size_t bytes);
    uintptr_t TakeAddress(uintptr_t begin, size_t bytes);
    uintptr_t TakeOutside(uintptr_t begin, size_t bytes);
    bool IsInRange(uintptr_t address) const {
        return base_ != 0 && address >= base_ && address - base_ < range_bytes_;
    }
    void EndReservation(uintptr_t begin, size_t bytes);
    void TakeFrom(std::map<uintptr_t, size_t>::iterator piece, uintptr_t begin, size_t bytes);
    void Release(uintptr_t address, const Buffer& buffer);
    bool ChargeLocked(size_t size);
    /// The start of the range, or of the reservation outside it, that holds the address;
    /// UINTPTR_MAX if none does.
    uintptr_t PieceLocked(uintptr_t address) const;
    /// The last buffer there that begins at or before the address, or the end.
    Buffers::const_iterator BeforeLocked(const void* address) const;
    /// The buffer whose accessible bytes hold the address, or the end.
    Buffers::const_iterator FindLocked(const void* address) const;

    const int32_t device_;
    const size_t capacity_;
    mutable std::mutex mutex_;
    uintptr_t base_ = 0;
    size_t range_bytes_ = 0;
    size_t used_ = 0;
    uintptr_t search_from_ = 0;
    size_t peak_ = 0;
    Buffers live_;
    std::map<uintptr_t, size_t> free_;
    std::map<uintptr_t, size_t> reservations_;  ///< of ReserveAddresses
};

/// Bytes of device memory: env ASCENDC_DEVICE_MEMORY_BYTES, default 64 GiB.
size_t DeviceMemoryCapacity();

}  // namespace runtime
