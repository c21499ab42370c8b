// Bits of 16-bit floating point numbers, for kernels and for the host alike. NaN keeps its sign and
// the upper bits of its payload, and is quiet, as CPUs convert it.
#pragma once

#include <cstdint>

#include "detail/types/macros.h"
#if defined(__F16C__)
#include <immintrin.h>
#endif

namespace AscendC {
namespace isa {

/// binary16 bits of `value`, rounded to nearest even; overflow gives infinity.
ASCENDC_ALWAYS_INLINE constexpr uint16_t HalfBitsOf(float value) {
#if defined(__F16C__)
    if (!__builtin_is_constant_evaluated()) {
        return static_cast<uint16_t>(_cvtss_sh(value, 0));
    }
#endif
    const uint32_t bits = __builtin_bit_cast(uint32_t, value);
    const uint16_t sign = static_cast<uint16_t>((bits >> 16) & 0x8000u);
    const uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude >= 0x47800000u) {  // 65536 and more, infinity, NaN
        const bool is_nan = magnitude > 0x7f800000u;
        return static_cast<uint16_t>(sign |
                                     (is_nan ? 0x7e00u | ((magnitude >> 13) & 0x3ffu) : 0x7c00u));
    }
    if (magnitude >= 0x38800000u) {  // normal in binary16; a carry may run into the exponent
        const uint32_t rebased = magnitude - 0x38000000u;
        return static_cast<uint16_t>(sign | ((rebased + 0xfffu + ((rebased >> 13) & 1u)) >> 13));
    }
    if (magnitude < 0x33000000u) {
        return sign;
    }
    const uint32_t shift = 126u - (magnitude >> 23);
    const uint32_t mantissa = (magnitude & 0x7fffffu) | 0x800000u;
    const uint32_t quotient = mantissa >> shift;
    const uint32_t rest = mantissa & ((1u << shift) - 1u);
    const uint32_t tie = 1u << (shift - 1u);
    const bool up = rest > tie || (rest == tie && (quotient & 1u) != 0);
    return static_cast<uint16_t>(sign | (quotient + (up ? 1u : 0u)));
}

/// binary16 bits of `value`, rounded once (not through float).
ASCENDC_ALWAYS_INLINE constexpr uint16_t HalfBitsOf(double value) {
    float narrow = static_cast<float>(value);
    const double back = narrow;
    uint32_t bits = __builtin_bit_cast(uint32_t, narrow);
    // Round to odd first: the second rounding then sees that something was cut off.
    if (back != value && value == value && (bits & 1u) == 0 &&
        (bits & 0x7f800000u) != 0x7f800000u) {
        const bool grow = (value < 0 ? back > value : back < value);
        bits = grow ? bits + 1u : bits - 1u;
        narrow = __builtin_bit_cast(float, bits);
    }
    return HalfBitsOf(narrow);
}

/// Value of binary16 `bits`; exact.
ASCENDC_ALWAYS_INLINE constexpr float FloatOfHalfBits(uint16_t bits) {
#if defined(__F16C__)
    if (!__builtin_is_constant_evaluated()) {
        return _cvtsh_ss(bits);
    }
#endif
    const uint32_t sign = static_cast<uint32_t>(bits & 0x8000u) << 16;
    const uint32_t exponent = (bits >> 10) & 0x1fu;
    const uint32_t mantissa = bits & 0x3ffu;
    if (exponent == 0x1fu) {
        const uint32_t quiet = mantissa != 0 ? 0x400000u : 0u;
        return __builtin_bit_cast(float, sign | 0x7f800000u | quiet | (mantissa << 13));
    }
    if (exponent != 0) {
        return __builtin_bit_cast(float, sign | ((exponent + 112u) << 23) | (mantissa << 13));
    }
    const float magnitude = static_cast<float>(mantissa) * 5.9604644775390625e-08f;  // 2^-24
    return sign != 0 ? -magnitude : magnitude;
}

/// bfloat16 bits of `value`, rounded to nearest even.
ASCENDC_ALWAYS_INLINE constexpr uint16_t Bfloat16BitsOf(float value) {
    const uint32_t bits = __builtin_bit_cast(uint32_t, value);
    if ((bits & 0x7fffffffu) > 0x7f800000u) {
        return static_cast<uint16_t>((bits >> 16) | 0x40u);
    }
    return static_cast<uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

/// Value of bfloat16 `bits`; exact.
ASCENDC_ALWAYS_INLINE constexpr float FloatOfBfloat16Bits(uint16_t bits) {
    return __builtin_bit_cast(float, static_cast<uint32_t>(bits) << 16);
}

}  // namespace isa
}  // namespace AscendC
