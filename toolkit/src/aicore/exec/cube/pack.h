// Operands of the cube made ready for its kernels: 32-bit elements, b transposed.
#pragma once

#include "aicore/exec/cube/vector.h"
#include "aicore/exec/half_blocks.h"
#include "isa/types.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {

/// float rounded to 11 bits of mantissa (with the hidden one 12), ties to even or towards zero.
ASCENDC_ALWAYS_INLINE float RoundToHf32(float value, bool ties_to_zero) {
    const uint32_t bits = BitsOfFloat(value);
    const uint32_t even = ties_to_zero ? 0 : (bits >> 12) & 1;
    const uint32_t rounded = (bits + 0x7ffU + even) & ~0xfffU;
    return (bits & 0x7f800000U) == 0x7f800000U ? value : FloatOfBits(rounded);
}

inline void RoundBlockToHf32(float* dst, const float* src, size_t n, bool ties_to_zero) {
    AICORE_IVDEP
    for (size_t i = 0; i < n; ++i) {
        dst[i] = RoundToHf32(src[i], ties_to_zero);
    }
}

/// How elements of an operand become the kernels' elements. `kC0` is the number of the kernels'
/// elements in 32 bytes of the operand.
struct FromHalf {
    using Element = float;
    static constexpr int kC0 = 16;
    static void Convert(float* dst, const void* src, size_t blocks) {
        HalfToFloatBlock(dst, static_cast<const uint16_t*>(src), blocks * 16);
    }
};
struct FromBfloat {
    using Element = float;
    static constexpr int kC0 = 16;
    static void Convert(float* dst, const void* src, size_t blocks) {
        BfloatToFloatBlock(dst, static_cast<const uint16_t*>(src), blocks * 16);
    }
};
struct FromFloat {
    using Element = float;
    static constexpr int kC0 = 8;
    static void Convert(float* dst, const void* src, size_t blocks) {
        std::memcpy(dst, src, blocks * 32);
    }
};
template <bool TiesToZero>
struct FromHf32 {
    using Element = float;
    static constexpr int kC0 = 8;
    static void Convert(float* dst, const void* src, size_t blocks) {
        RoundBlockToHf32(dst, static_cast<const float*>(src), blocks * 8, TiesToZero);
    }
};
template <typename T>
struct FromBytes {
    using Element = int32_t;
    static constexpr int kC0 = 16;
    static void Convert(int32_t* dst, const void* src, size_t blocks) {
        const T* bytes = static_cast<const T*>(src);
        int16_t* wide = reinterpret_cast<int16_t*>(dst);
        AICORE_IVDEP
        for (size_t i = 0; i < blocks * 32; ++i) {
            wide[i] = bytes[i];
        }
    }
};
struct FromNibbles {
    using Element = int32_t;
    static constexpr int kC0 = 32;
    static void Convert(int32_t* dst, const void* src, size_t blocks) {
        const uint8_t* bytes = static_cast<const uint8_t*>(src);
        uint32_t* pairs = reinterpret_cast<uint32_t*>(dst);
        AICORE_IVDEP
        for (size_t i = 0; i < blocks * 32; ++i) {
            const int32_t low = static_cast<int32_t>(uint32_t{bytes[i]} << 28) >> 28;
            const int32_t high = static_cast<int32_t>(uint32_t{bytes[i]} << 24) >> 28;
            pairs[i] = static_cast<uint32_t>(high) << 16 | (static_cast<uint32_t>(low) & 0xffffU);
        }
    }
};

/// Fractals of b, one per tile, as C0 rows of `tiles * 16` elements. `pitch`: bytes from the
/// fractal of one tile to that of the next.
template <typename From>
void PackColumns(typename From::Element* dst, const uint8_t* src, int tiles) {
    using Element = typename From::Element;
    for (int tile = 0; tile < tiles; ++tile, src += 512) {
        Element rows[16 * From::kC0];
        From::Convert(rows, src, 16);
        for (int column = 0; column < From::kC0; column += 8) {
            Transpose16x8(reinterpret_cast<uint32_t*>(dst + column * tiles * 16 + tile * 16),
                          static_cast<size_t>(tiles) * 16,
                          reinterpret_cast<const uint32_t*>(rows + column), From::kC0);
        }
    }
}

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
