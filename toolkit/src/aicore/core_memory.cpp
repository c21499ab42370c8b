#include "aicore/core_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

#include "support/memory_pattern.h"

namespace aicore {
namespace {

using AscendC::Hardware;

constexpr int kMemories = static_cast<int>(Hardware::MAX);
const char* const kMemoryNames[kMemories] = {"GM",  "UB",  "L1",         "L0A",
                                             "L0B", "L0C", "bias table", "fixpipe buffer"};

size_t RoundToPage(size_t size) {
    static const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    return (size + page - 1) / page * page;
}

/// Bytes in front of a memory that belong to it. L0B has a quarter of its size there, for the
/// indices of sparse matrices.
size_t FrontOf(int memory, uint32_t size) {
    return memory == static_cast<int>(Hardware::L0B) ? size / 4 : 0;
}

void SizesOf(const platform::SocSpec& soc, uint32_t (&sizes)[kMemories]) {
    sizes[static_cast<int>(Hardware::GM)] = 0;
    sizes[static_cast<int>(Hardware::UB)] = static_cast<uint32_t>(soc.ub_size);
    sizes[static_cast<int>(Hardware::L1)] = static_cast<uint32_t>(soc.l1_size);
    sizes[static_cast<int>(Hardware::L0A)] = static_cast<uint32_t>(soc.l0a_size);
    sizes[static_cast<int>(Hardware::L0B)] = static_cast<uint32_t>(soc.l0b_size);
    sizes[static_cast<int>(Hardware::L0C)] = static_cast<uint32_t>(soc.l0c_size);
    sizes[static_cast<int>(Hardware::BIAS)] = static_cast<uint32_t>(soc.bt_size);
    sizes[static_cast<int>(Hardware::FIXBUF)] = static_cast<uint32_t>(soc.fb_size);
}

}  // namespace

CoreMemory::~CoreMemory() {
    Release();
}

void CoreMemory::Release() {
    if (mapping_ != nullptr) {
        munmap(mapping_, mapping_size_);
        mapping_ = nullptr;
    }
}

bool CoreMemory::Fits(const platform::SocSpec& soc) const {
    uint32_t sizes[kMemories];
    SizesOf(soc, sizes);
    bool fits = mapping_ != nullptr;
    for (int i = 0; i < kMemories; ++i) {
        fits = fits && arenas_[i].size == sizes[i];
    }
    return fits;
}

bool CoreMemory::Map(const platform::SocSpec& soc) {
    uint32_t sizes[kMemories];
    SizesOf(soc, sizes);
    size_t total = kGap + kStackSize + kGap;
    for (int i = 0; i < kMemories; ++i) {
        total += sizes[i] == 0 ? 0 : RoundToPage(sizes[i] + FrontOf(i, sizes[i])) + kGap;
    }
    Release();
    void* mapping =
        mmap(nullptr, total, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED) {
        return false;
    }
    mapping_ = static_cast<uint8_t*>(mapping);
    mapping_size_ = total;
    madvise(mapping_, mapping_size_, MADV_NOHUGEPAGE);
    uint8_t* next = mapping_ + kGap;
    stack_base_ = next;
    bool ok = mprotect(next, kStackSize, PROT_READ | PROT_WRITE) == 0;
    next += kStackSize + kGap;
    for (int i = 0; i < kMemories; ++i) {
        arenas_[i] = {nullptr, sizes[i]};
        if (sizes[i] == 0) {
            continue;
        }
        const size_t slot = RoundToPage(sizes[i] + FrontOf(i, sizes[i]));
        ok = ok && mprotect(next, slot, PROT_READ | PROT_WRITE) == 0;
        arenas_[i].base =
            next + (slot - sizes[i]);  // ends at the gap: the first byte beyond faults
        next += slot + kGap;
    }
    if (!ok) {
        Release();
    }
    return ok;
}

void CoreMemory::FillWithPattern() {
    const int pattern = support::MemoryPattern();
    if (pattern < 0) {
        return;
    }
    for (const AscendC::isa::Arena& arena : arenas_) {
        if (arena.size != 0) {
            std::memset(arena.base, pattern, arena.size);
        }
    }
}

bool CoreMemory::Find(uintptr_t address, Location* location) const {
    const uintptr_t begin = reinterpret_cast<uintptr_t>(mapping_);
    if (mapping_ == nullptr || address < begin || address >= begin + mapping_size_) {
        return false;
    }
    // The nearest memory: the gap after a memory belongs to it, up to the middle.
    for (int i = kMemories - 1; i >= 0; --i) {
        const uintptr_t base = reinterpret_cast<uintptr_t>(arenas_[i].base);
        if (arenas_[i].size != 0 && address + kGap / 2 >= base) {
            *location = {kMemoryNames[i],
                         static_cast<int64_t>(address) - static_cast<int64_t>(base),
                         arenas_[i].size, i};
            return true;
        }
    }
    return false;
}

bool CoreMemory::IsNearStack(uintptr_t address) const {
    const uintptr_t begin = reinterpret_cast<uintptr_t>(mapping_);
    Location location;
    return mapping_ != nullptr && address >= begin && address < begin + mapping_size_ &&
           !Find(address, &location);
}

}  // namespace aicore
