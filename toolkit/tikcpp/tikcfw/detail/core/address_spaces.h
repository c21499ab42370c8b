// Which memory of a core an address lies in, for functions that differ by address space only
// (custom_compiler/kernel/toolchain/address_spaces.py).
#pragma once

#include <type_traits>

#include "detail/core/debug.h"
#include "detail/types/raw_address.h"
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

/// The pointer that a cast makes of a number or a pointer, as the host's processor can follow it:
/// small numbers are offsets in the unified buffer.
template <typename Pointer, typename Operand>
ASCENDC_ALWAYS_INLINE Pointer InUnifiedBuffer(const Operand& operand) {
    if constexpr (std::is_null_pointer_v<Operand>) {
        return nullptr;
    } else {
        Pointer pointer;
        if constexpr (std::is_integral_v<Operand>) {
            pointer = reinterpret_cast<Pointer>(static_cast<uintptr_t>(operand));
        } else {
            pointer = (Pointer)operand;
        }
        return ascendc_current_core == nullptr ? pointer : ResolveAddress(pointer);
    }
}

/// The number that a cast makes of a pointer: of one into the unified buffer the offset there.
template <typename Integer, typename Operand>
ASCENDC_ALWAYS_INLINE Integer AddressNumber(Operand operand) {
    if constexpr (std::is_pointer_v<Operand>) {
        uintptr_t number = reinterpret_cast<uintptr_t>(operand);
        if (ascendc_current_core != nullptr) {
            const Arena& arena = CurrentCore().arenas[static_cast<int>(Hardware::UB)];
            const uintptr_t offset = number - reinterpret_cast<uintptr_t>(arena.base);
            number = offset < arena.size ? offset : number;
        }
        return static_cast<Integer>(number);
    } else {
        return (Integer)operand;
    }
}

[[noreturn]] inline void TrapUnknownSpace() {
    aicore_trap("no function of this name takes addresses of these memories");
}

}  // namespace AscendC::isa
