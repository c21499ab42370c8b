#include "runtime/device_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "runtime/round_up.h"
#include "support/memory_pattern.h"

namespace runtime {
namespace {

constexpr size_t kDefaultCapacity = size_t{64} << 30;
constexpr size_t kMinRange = size_t{1} << 30;
constexpr uintptr_t kFirstAddress = uintptr_t{0x12} << 40;
constexpr uintptr_t kAddressesOfDevice = uintptr_t{1} << 39;
// Programs may ask for addresses from here on, which all devices have.
constexpr uintptr_t kFirstOutside = uintptr_t{0x10} << 40;
constexpr uintptr_t kEndOutside = uintptr_t{0x18} << 40;
constexpr size_t kHugePage = size_t{2} << 20;
// Kernels move whole 32-byte blocks; devices give every buffer this much after its end.
constexpr size_t kSlack = 32;
// Every guarded buffer splits the address range; Linux allows about 65000 pieces per process.
constexpr size_t kMaxGuardedBuffers = 24000;
// 0xFF bytes read as NaN in every floating-point format, so results computed from them stand out.
constexpr int kPoison = 0xFF;
constexpr size_t kPoisonWholeUpTo = 64 << 10;
constexpr size_t kPoisonHead = 4096;

size_t PageSize() {
    static const size_t size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    return size;
}

}  // namespace

size_t DeviceMemoryCapacity() {
    const char* text = getenv("ASCENDC_DEVICE_MEMORY_BYTES");
    if (text != nullptr && *text >= '0' && *text <= '9') {
        errno = 0;
        char* end = nullptr;
        const unsigned long long bytes = strtoull(text, &end, 10);
        if (errno == 0 && *end == '\0' && bytes > 0) {
            return static_cast<size_t>(bytes);
        }
    }
    return kDefaultCapacity;
}

DeviceMemory::~DeviceMemory() {
    for (const auto& reservation : reservations_) {
        if (!IsInRange(reservation.first)) {
            munmap(reinterpret_cast<void*>(reservation.first), reservation.second);
        }
    }
    if (base_ != 0) {
        munmap(reinterpret_cast<void*>(base_), range_bytes_);
    }
}

bool DeviceMemory::Reserve() {
    if (base_ != 0) {
        return true;
    }
    // At the same place in every process, where it is free: an observed program then has the same
    // addresses each time.
    void* const hint = reinterpret_cast<void*>(kFirstAddress + static_cast<uintptr_t>(device_) *
                                                                   kAddressesOfDevice);
    // Twice the capacity: the search for space moves on through the range, so that a freed address
    // is not given out again soon. Systems that limit address space get a smaller range.
    const size_t largest = RoundUp(std::max(capacity_ * 2, kMinRange), kHugePage);
    for (size_t bytes = largest; bytes >= kMinRange; bytes = RoundUp(bytes / 2, kHugePage)) {
        void* range =
            mmap(hint, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (range != MAP_FAILED) {
            base_ = reinterpret_cast<uintptr_t>(range);
            range_bytes_ = bytes;
            search_from_ = base_;
            free_[base_] = bytes;
            return true;
        }
    }
    return false;
}

uintptr_t DeviceMemory::TakeRange(size_t bytes) {
    const size_t alignment = bytes >= kHugePage ? kHugePage : PageSize();
    auto next = free_.lower_bound(search_from_);
    for (size_t visited = 0; visited <= free_.size(); ++visited, ++next) {
        if (next == free_.end()) {
            next = free_.begin();
        }
        if (next == free_.end()) {
            return 0;
        }
        const uintptr_t begin = next->first;
        const uintptr_t end = begin + next->second;
        const uintptr_t address = RoundUp(begin, alignment);
        if (address < begin || address > end || end - address < bytes) {
            continue;
        }
        TakeFrom(next, address, bytes);
        search_from_ = address + bytes;
        return address;
    }
    return 0;
}

void DeviceMemory::TakeFrom(std::map<uintptr_t, size_t>::iterator piece, uintptr_t address,
                            size_t bytes) {
    const uintptr_t begin = piece->first;
    const uintptr_t end = begin + piece->second;
    free_.erase(piece);
    if (address > begin) {
        free_[begin] = address - begin;
    }
    if (end > address + bytes) {
        free_[address + bytes] = end - address - bytes;
    }
}

uintptr_t DeviceMemory::TakeAddress(uintptr_t address, size_t bytes) {
    auto piece = free_.upper_bound(address);
    if (piece == free_.begin()) {
        return 0;
    }
    --piece;
    if (address - piece->first > piece->second ||
        bytes > piece->second - (address - piece->first)) {
        return 0;
    }
    TakeFrom(piece, address, bytes);
    return address;
}

uintptr_t DeviceMemory::TakeOutside(uintptr_t address, size_t bytes) {
    if (address < kFirstOutside || address >= kEndOutside || bytes > kEndOutside - address) {
        return 0;
    }
    void* const range =
        mmap(reinterpret_cast<void*>(address), bytes, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (range == MAP_FAILED) {
        return 0;
    }
    // Linux before 4.17 takes the address as a hint.
    if (reinterpret_cast<uintptr_t>(range) != address) {
        munmap(range, bytes);
        return 0;
    }
    return address;
}

void DeviceMemory::EndReservation(uintptr_t begin, size_t bytes) {
    if (IsInRange(begin)) {
        ReturnRange(begin, bytes);
    } else {
        munmap(reinterpret_cast<void*>(begin), bytes);
    }
}

void DeviceMemory::ReturnRange(uintptr_t begin, size_t bytes) {
    auto after = free_.lower_bound(begin);
    if (after != free_.end() && begin + bytes == after->first) {
        bytes += after->second;
        after = free_.erase(after);
    }
    if (after != free_.begin()) {
        auto before = std::prev(after);
        if (before->first + before->second == begin) {
            before->second += bytes;
            return;
        }
    }
    free_[begin] = bytes;
}

void* DeviceMemory::Allocate(size_t size) {
    const size_t page = PageSize();
    if (size == 0 || size > capacity_ || size > SIZE_MAX - kSlack - 2 * page) {
        return nullptr;
    }
    const size_t accessible = RoundUp(RoundUp(size, 32) + kSlack, page);
    uintptr_t address = 0;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        // A device of exactly `size` bytes can hold a buffer of that size: slack is not charged.
        const size_t charged = RoundUp(size, 32);
        if (charged > capacity_ - std::min(used_, capacity_) || !Reserve()) {
            return nullptr;
        }
        const size_t reserved = accessible + (live_.size() < kMaxGuardedBuffers ? page : 0);
        address = TakeRange(reserved);
        if (address == 0) {
            return nullptr;
        }
        if (mprotect(reinterpret_cast<void*>(address), accessible, PROT_READ | PROT_WRITE) != 0) {
            ReturnRange(address, reserved);
            return nullptr;
        }
        live_[address] =
            Buffer{reserved, accessible, charged, charged, size, nullptr, PROT_READ | PROT_WRITE};
        ChargeLocked(charged);
    }
    void* buffer = reinterpret_cast<void*>(address);
    const int pattern = support::MemoryPattern();
    const bool whole = pattern >= 0 || accessible <= kPoisonWholeUpTo;
    memset(buffer, pattern >= 0 ? pattern : kPoison, whole ? accessible : kPoisonHead);
    // After the first touch, which would otherwise fill a whole huge page.
    if (accessible >= 2 * kHugePage) {
        madvise(buffer, accessible, MADV_HUGEPAGE);
    }
    return buffer;
}

std::shared_ptr<void> DeviceMemory::Free(const void* address) {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto allocation = live_.find(reinterpret_cast<uintptr_t>(address));
    if (allocation == live_.end() || allocation->second.mapped()) {
        return nullptr;
    }
    used_ -= allocation->second.charged;
    allocation->second.charged = 0;
    auto* const buffer = new Buffer(std::move(allocation->second));
    live_.erase(allocation);
    return std::shared_ptr<void>(buffer, [this, address](void* memory) {
        // The owner's end may call back, so it goes after the lock.
        const std::unique_ptr<Buffer> freed(static_cast<Buffer*>(memory));
        std::lock_guard<std::mutex> released(mutex_);
        Release(reinterpret_cast<uintptr_t>(address), *freed);
    });
}

void DeviceMemory::FreeAll() {
    Buffers freed;  // and their owners, after the lock
    std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& buffer : live_) {
        Release(buffer.first, buffer.second);
    }
    for (const auto& reservation : reservations_) {
        EndReservation(reservation.first, reservation.second);
    }
    reservations_.clear();
    freed.swap(live_);
}

bool DeviceMemory::ChargeLocked(size_t size) {
    if (size > capacity_ - std::min(used_, capacity_)) {
        return false;
    }
    used_ += size;
    peak_ = std::max(peak_, used_);
    return true;
}

bool DeviceMemory::Charge(size_t size) {
    std::lock_guard<std::mutex> lock(mutex_);
    return ChargeLocked(size);
}

void DeviceMemory::Discharge(size_t size) {
    std::lock_guard<std::mutex> lock(mutex_);
    used_ -= size;
}

void DeviceMemory::Release(uintptr_t address, const Buffer& buffer) {
    // One call drops the pages and makes the range inaccessible again.
    void* range = reinterpret_cast<void*>(address);
    if (mmap(range, buffer.accessible, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0) == MAP_FAILED) {
        madvise(range, buffer.accessible, MADV_DONTNEED);
    }
    used_ -= buffer.charged;
    if (!buffer.mapped()) {
        ReturnRange(address, buffer.reserved);
    }
}

void* DeviceMemory::ReserveAddresses(size_t size, const void* expected) {
    if (size == 0 || size > SIZE_MAX - kHugePage) {
        return nullptr;
    }
    const size_t bytes = RoundUp(size, kHugePage);
    std::lock_guard<std::mutex> lock(mutex_);
    if (!Reserve()) {
        return nullptr;
    }
    const uintptr_t wanted = reinterpret_cast<uintptr_t>(expected);
    const uintptr_t address = expected == nullptr ? TakeRange(bytes)
                              : IsInRange(wanted) ? TakeAddress(wanted, bytes)
                                                  : TakeOutside(wanted, bytes);
    if (address != 0) {
        reservations_[address] = bytes;
    }
    return reinterpret_cast<void*>(address);
}

DeviceMemory::Released DeviceMemory::ReleaseAddresses(const void* address) {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto reservation = reservations_.find(reinterpret_cast<uintptr_t>(address));
    if (reservation == reservations_.end()) {
        return Released::kUnknown;
    }
    const auto buffer = live_.lower_bound(reservation->first);
    if (buffer != live_.end() && buffer->first - reservation->first < reservation->second) {
        return Released::kMapped;
    }
    EndReservation(reservation->first, reservation->second);
    reservations_.erase(reservation);
    return Released::kDone;
}

bool DeviceMemory::Map(void* address, size_t size, int fd, std::shared_ptr<MemoryOwner> owner) {
    const uintptr_t begin = reinterpret_cast<uintptr_t>(address);
    std::lock_guard<std::mutex> lock(mutex_);
    auto range = reservations_.upper_bound(begin);
    if (range == reservations_.begin() || begin % PageSize() != 0) {
        return false;
    }
    --range;
    const size_t offset = begin - range->first;
    if (offset > range->second || size > range->second - offset) {
        return false;
    }
    const auto after = live_.lower_bound(begin);
    const bool is_adjacent = after != live_.end() && after->first - begin < size;
    const bool before = after != live_.begin() &&
                        begin - std::prev(after)->first < std::prev(after)->second.accessible;
    if (is_adjacent || before ||
        mmap(address, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED) {
        return false;
    }
    live_[begin] = Buffer{0, size, 0, size, size, std::move(owner), PROT_READ | PROT_WRITE};
    return true;
}

std::shared_ptr<MemoryOwner> DeviceMemory::Unmap(const void* address) {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto buffer = live_.find(reinterpret_cast<uintptr_t>(address));
    if (buffer == live_.end() || !buffer->second.mapped()) {
        return nullptr;
    }
    std::shared_ptr<MemoryOwner> owner = std::move(buffer->second.owner);
    Release(buffer->first, buffer->second);
    live_.erase(buffer);
    return owner;
}

bool DeviceMemory::Share(const void* address, int fd, std::shared_ptr<MemoryOwner> owner) {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto buffer = live_.find(reinterpret_cast<uintptr_t>(address));
    if (buffer == live_.end() || buffer->second.owner != nullptr) {
        return false;
    }
    const size_t size = buffer->second.accessible;
    void* copy = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (copy == MAP_FAILED) {
        return false;
    }
    memcpy(copy, address, size);
    munmap(copy, size);
    if (mmap(reinterpret_cast<void*>(buffer->first), size, PROT_READ | PROT_WRITE,
             MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED) {
        return false;
    }
    buffer->second.owner = std::move(owner);
    return true;
}

bool DeviceMemory::Protect(const void* address, size_t size, int protection) {
    std::lock_guard<std::mutex> lock(mutex_);
    const uintptr_t begin = reinterpret_cast<uintptr_t>(address);
    uintptr_t end = begin;
    auto last = live_.find(begin);
    for (; end - begin < size; ++last) {
        if (last == live_.end() || last->first != end || !last->second.mapped()) {
            return false;
        }
        end += last->second.accessible;
    }
    if (end - begin != size || mprotect(reinterpret_cast<void*>(begin), size, protection) != 0) {
        return false;
    }
    for (auto buffer = live_.find(begin); buffer != last; ++buffer) {
        buffer->second.protection = protection;
    }
    return true;
}

DeviceMemory::Buffers::const_iterator DeviceMemory::FindLocked(const void* address) const {
    const auto buffer = BeforeLocked(address);
    const uintptr_t value = reinterpret_cast<uintptr_t>(address);
    return buffer != live_.end() && value - buffer->first < buffer->second.accessible ? buffer
                                                                                      : live_.end();
}

std::shared_ptr<MemoryOwner> DeviceMemory::OwnerAt(const void* address) const {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto buffer = FindLocked(address);
    return buffer == live_.end() ? nullptr : buffer->second.owner;
}

int DeviceMemory::ProtectionAt(const void* address) const {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto buffer = FindLocked(address);
    return buffer == live_.end() ? PROT_NONE : buffer->second.protection;
}

bool DeviceMemory::BufferAt(const void* address, void** start, size_t* size) const {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto buffer = FindLocked(address);
    if (buffer == live_.end()) {
        return false;
    }
    *start = reinterpret_cast<void*>(buffer->first);
    *size = buffer->second.size;
    return true;
}

uintptr_t DeviceMemory::PieceLocked(uintptr_t address) const {
    if (IsInRange(address)) {
        return base_;
    }
    const auto after = reservations_.upper_bound(address);
    if (after == reservations_.begin() ||
        address - std::prev(after)->first >= std::prev(after)->second) {
        return UINTPTR_MAX;
    }
    return std::prev(after)->first;
}

DeviceMemory::Buffers::const_iterator DeviceMemory::BeforeLocked(const void* address) const {
    const uintptr_t value = reinterpret_cast<uintptr_t>(address);
    const auto after = live_.upper_bound(value);
    return after == live_.begin() || std::prev(after)->first < PieceLocked(value)
               ? live_.end()
               : std::prev(after);
}

bool DeviceMemory::BufferBefore(const void* address, void** start, size_t* size) const {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto buffer = BeforeLocked(address);
    if (buffer == live_.end()) {
        return false;
    }
    *start = reinterpret_cast<void*>(buffer->first);
    *size = buffer->second.size;
    return true;
}

bool DeviceMemory::RequestedBefore(const void* address, void** start, size_t* size) const {
    std::lock_guard<std::mutex> lock(mutex_);
    const auto buffer = BeforeLocked(address);
    if (buffer == live_.end()) {
        return false;
    }
    *start = reinterpret_cast<void*>(buffer->first);
    *size = buffer->second.requested;
    return true;
}

bool DeviceMemory::Contains(const void* address) const {
    const uintptr_t value = reinterpret_cast<uintptr_t>(address);
    std::lock_guard<std::mutex> lock(mutex_);
    return PieceLocked(value) != UINTPTR_MAX;
}

bool DeviceMemory::Covers(const void* address, size_t size) const {
    const uintptr_t value = reinterpret_cast<uintptr_t>(address);
    std::lock_guard<std::mutex> lock(mutex_);
    auto after = live_.upper_bound(value);
    if (after == live_.begin()) {
        return false;
    }
    const auto buffer = std::prev(after);
    const size_t offset = value - buffer->first;
    size_t usable = buffer->second.size + (buffer->second.mapped() ? 0 : kSlack);
    // Mappings that touch are one piece of memory.
    for (; buffer->second.mapped() && offset < usable && size > usable - offset; ++after) {
        if (after == live_.end() || !after->second.mapped() ||
            after->first != buffer->first + usable) {
            return false;
        }
        usable += after->second.size;
    }
    return offset <= usable && size <= usable - offset;
}

size_t DeviceMemory::used() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return used_;
}

size_t DeviceMemory::peak() const {
    std::lock_guard<std::mutex> lock(mutex_);
    return peak_;
}

}  // namespace runtime
