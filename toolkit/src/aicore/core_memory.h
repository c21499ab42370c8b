// The stack and the on-chip memories of one simulated core.
#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/core.h"
#include "platform/soc_table.h"

namespace aicore {

/// Address space of one core: a stack and one arena per on-chip memory, all lazily committed and
/// separated by inaccessible gaps, so that an access outside a memory faults instead of hitting
/// another one.
class CoreMemory {
public:
    CoreMemory() = default;
    ~CoreMemory();
    CoreMemory(const CoreMemory&) = delete;
    CoreMemory& operator=(const CoreMemory&) = delete;

    /// Whether what is mapped has the sizes of the memories of `soc`.
    bool Fits(const platform::SocSpec& soc) const;
    /// Maps a stack and the memories of `soc` in place of what is mapped; their contents are gone
    /// even if the addresses stay the same. False if the system has no memory.
    bool Map(const platform::SocSpec& soc);

    /// Fills the on-chip memories with the user's pattern, if there is one
    /// (support::MemoryPattern).
    void FillWithPattern();

    const AscendC::isa::Arena* arenas() const { return arenas_; }
    void* stack_base() const { return stack_base_; }
    static constexpr size_t kStackSize = size_t{2} << 20;

    /// A memory and a location in it, or in the gap before or after it.
    struct Location {
        const char* memory;  ///< "UB"
        int64_t offset;      ///< bytes
        uint32_t size;       ///< of the memory in bytes
        int index;           ///< Hardware
    };
    /// The memory that `address` is in or next to; false if it is none of this core's, or its
    /// stack.
    bool Find(uintptr_t address, Location* location) const;
    /// Whether `address` is on the core's stack or in the gaps around it.
    bool IsNearStack(uintptr_t address) const;

    /// Bytes after each memory whose accesses fault.
    static constexpr size_t kGap = size_t{1} << 20;

private:
    void Release();

    uint8_t* mapping_ = nullptr;
    size_t mapping_size_ = 0;
    uint8_t* stack_base_ = nullptr;
    AscendC::isa::Arena arenas_[static_cast<int>(AscendC::Hardware::MAX)] = {};
};

}  // namespace aicore
