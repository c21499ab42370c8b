// What every vector instruction has in common: where its operands lie and which lanes it touches.
#pragma once

#include <cstdint>

#include "isa/issue.h"
#include "isa/vec_types.h"

namespace AscendC::isa {

constexpr uint32_t kBlockBytes = 32;    ///< a data block, the unit of all strides
constexpr uint32_t kRepeatBytes = 256;  ///< what one repeat reads or writes at most: 8 blocks

/// One operand in the unified buffer. Lane `l` of repeat `r` lies at
/// `addr + (r * rep_stride + b * blk_stride) * 32 + p * size`, with `b = l / (32 / size)` and
/// `p = l % (32 / size)`.
struct VecOperand {
    void* addr;
    uint32_t blk_stride;  ///< blocks from one block of a repeat to the next
    uint32_t rep_stride;  ///< blocks from one repeat to the next
};

/// How the lanes of an instruction are counted.
enum class VecMode : uint8_t {
    kCount,    ///< `count` contiguous elements; strides do not apply
    kMask,     ///< `repeat` repeats, in each the lanes whose bit is set in `mask`
    kCounter,  ///< `count` elements over as many repeats as that takes; strides apply
};

/// Lanes of an instruction.
struct VecShape {
    uint64_t mask[2];  ///< kMask: bit per lane, low word first
    uint32_t count;    ///< kCount, kCounter: elements
    uint32_t repeat;   ///< kMask: repeats
    VecMode mode;
};

/// `count` contiguous elements; a negative count is none.
ASCENDC_ALWAYS_INLINE VecShape CountShape(int64_t count) {
    return VecShape{{0, 0}, count > 0 ? static_cast<uint32_t>(count) : 0U, 1, VecMode::kCount};
}

/// Mask register bits of the first `lanes` lanes of a repeat of `width` lanes.
ASCENDC_ALWAYS_INLINE void PrefixMask(uint64_t lanes, uint32_t width, uint64_t (&mask)[2]) {
    const uint64_t n = lanes < width ? lanes : width;
    mask[0] = n >= 64 ? ~uint64_t{0} : (uint64_t{1} << n) - 1;
    mask[1] = n <= 64 ? 0 : (n >= 128 ? ~uint64_t{0} : (uint64_t{1} << (n - 64)) - 1);
}

/// Operand of contiguous elements.
ASCENDC_ALWAYS_INLINE VecOperand Flat(const void* addr) {
    return VecOperand{const_cast<void*>(addr), 1, 8};
}

/// Operand with explicit strides (in blocks).
ASCENDC_ALWAYS_INLINE VecOperand Strided(const void* addr, uint32_t blk_stride,
                                         uint32_t rep_stride) {
    return VecOperand{const_cast<void*>(addr), blk_stride, rep_stride};
}

/// Bits of one element in memory (4 for int4b_t).
constexpr uint32_t BitsOf(DType type) {
    switch (type) {
        case DType::kI4:
            return 4;
        case DType::kI8:
        case DType::kU8:
        case DType::kBool:
            return 8;
        case DType::kF16:
        case DType::kBF16:
        case DType::kI16:
        case DType::kU16:
            return 16;
        case DType::kI64:
        case DType::kU64:
        case DType::kF64:
            return 64;
        default:
            return 32;
    }
}

/// Raw bits of a scalar operand, in the low bytes.
template <typename T>
ASCENDC_ALWAYS_INLINE uint64_t ScalarBits(const T& value) {
    static_assert(sizeof(T) <= 8, "a scalar operand has at most 8 bytes");
    uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    return bits;
}

}  // namespace AscendC::isa
