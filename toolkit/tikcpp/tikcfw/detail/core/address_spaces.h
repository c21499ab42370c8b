// Which memory of a core an address lies in, for functions that differ by address space only
// (custom_compiler/kernel/toolchain/address_spaces.py).
#pragma once

#include "detail/core/debug.h"
#include "isa/core.h"

namespace AscendC::isa {

/// Whether `address` lies in `memory`; GM is what is in no memory of the core. Small numbers are
/// places in memories of the core, as kernels make them of integers.
inline bool IsIn(Hardware memory, const volatile void* address) {
    constexpr uintptr_t kLargestOffset = 1 << 20;
    const auto number = reinterpret_cast<uintptr_t>(address);
    if (number < kLargestOffset && ascendc_current_core != nullptr) {
        return memory != Hardware::GM;
    }
    for (int other = 1; ascendc_current_core != nullptr && other < static_cast<int>(Hardware::MAX);
         ++other) {
        const Arena& arena = CurrentCore().arenas[other];
        const auto base = reinterpret_cast<uintptr_t>(arena.base);
        if (arena.base != nullptr && number >= base && number - base < arena.size) {
            return other == static_cast<int>(memory);
        }
    }
    return memory == Hardware::GM;
}

[[noreturn]] inline void TrapUnknownSpace() {
    aicore_trap("no function of this name takes addresses of these memories");
}

}  // namespace AscendC::isa
