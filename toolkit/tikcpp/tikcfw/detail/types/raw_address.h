// Addresses of on-chip memories as kernels without tensors make them.
#pragma once

#include "detail/types/enums.h"
#include "isa/core.h"
#include "isa/vec_shape.h"

namespace AscendC::isa {

/// What `address` points to in `memory`. The hardware's addresses of a memory are the offsets in
/// it, and kernels write them down: `(__ubuf__ half*)0x4000`, `get_imm(0)`. Other addresses are
/// those of tensors, which do not change.
template <typename T>
ASCENDC_ALWAYS_INLINE T* ResolveAddress(Hardware memory, T* address) {
    const Arena& arena = CurrentCore().arenas[static_cast<int>(memory)];
    const uintptr_t number = reinterpret_cast<uintptr_t>(address);
    return number < arena.size ? (T*)(arena.base + number) : address;
}
/// The same for the unified buffer.
template <typename T>
ASCENDC_ALWAYS_INLINE T* ResolveAddress(T* address) {
    return ResolveAddress(Hardware::UB, address);
}

/// The place in the unified buffer that an address of 32 bits names, as gathers take them: an
/// offset, or the low half of a tensor's address, which is enough to find it.
inline uint8_t* LocalAddress(uint64_t address) {
    const Arena& arena = CurrentCore().arenas[static_cast<int>(Hardware::UB)];
    const uint32_t low = static_cast<uint32_t>(address);
    const uint32_t behind_base =
        low - static_cast<uint32_t>(reinterpret_cast<uintptr_t>(arena.base));
    return arena.base + (behind_base >= arena.size && low < arena.size ? low : behind_base);
}

/// Operand at an address, with strides in blocks.
ASCENDC_ALWAYS_INLINE VecOperand StridedAt(const void* address, uint32_t blk_stride,
                                           uint32_t rep_stride) {
    return Strided(ResolveAddress(address), blk_stride, rep_stride);
}

}  // namespace AscendC::isa
