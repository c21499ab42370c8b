// IEEE binary16 scalar.
#pragma once

#include <type_traits>

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
    const uint32_t kept = mantissa >> shift;
    const uint32_t rest = mantissa & ((1u << shift) - 1u);
    const uint32_t tie = 1u << (shift - 1u);
    const bool up = rest > tie || (rest == tie && (kept & 1u) != 0);
    return static_cast<uint16_t>(sign | (kept + (up ? 1u : 0u)));
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

}  // namespace isa

/// IEEE binary16. Converts implicitly from every arithmetic type and to float, so that kernels can
/// treat it as the device compiler's builtin type; half op half and half op integer are half, half
/// op float is float.
class half {
public:
    half() = default;
    template <typename T, std::enable_if_t<std::is_integral_v<T>, int> = 0>
    ASCENDC_ALWAYS_INLINE constexpr half(T value)
        : bits_(isa::HalfBitsOf(static_cast<float>(value))) {}
    template <typename T, std::enable_if_t<std::is_enum_v<T>, int> = 0>
    ASCENDC_ALWAYS_INLINE constexpr explicit half(T value)
        : bits_(isa::HalfBitsOf(static_cast<float>(value))) {}
    ASCENDC_ALWAYS_INLINE constexpr half(float value) : bits_(isa::HalfBitsOf(value)) {}
    ASCENDC_ALWAYS_INLINE constexpr half(double value) : bits_(isa::HalfBitsOf(value)) {}

    ASCENDC_ALWAYS_INLINE static constexpr half FromBits(uint16_t bits) {
        half result{};
        result.bits_ = bits;
        return result;
    }
    ASCENDC_ALWAYS_INLINE constexpr uint16_t Bits() const { return bits_; }
    ASCENDC_ALWAYS_INLINE constexpr float ToFloat() const { return isa::FloatOfHalfBits(bits_); }
    ASCENDC_ALWAYS_INLINE constexpr operator float() const { return ToFloat(); }

    ASCENDC_ALWAYS_INLINE constexpr half operator-() const {
        return FromBits(static_cast<uint16_t>(bits_ ^ 0x8000u));
    }
    ASCENDC_ALWAYS_INLINE constexpr half operator+() const { return *this; }
    ASCENDC_ALWAYS_INLINE constexpr half& operator++() { return *this += 1.0f; }
    ASCENDC_ALWAYS_INLINE constexpr half& operator--() { return *this -= 1.0f; }
    ASCENDC_ALWAYS_INLINE constexpr half operator++(int) {
        const half old = *this;
        *this += 1.0f;
        return old;
    }
    ASCENDC_ALWAYS_INLINE constexpr half operator--(int) {
        const half old = *this;
        *this -= 1.0f;
        return old;
    }
    ASCENDC_ALWAYS_INLINE constexpr half& operator+=(float v) { return *this = ToFloat() + v; }
    ASCENDC_ALWAYS_INLINE constexpr half& operator-=(float v) { return *this = ToFloat() - v; }
    ASCENDC_ALWAYS_INLINE constexpr half& operator*=(float v) { return *this = ToFloat() * v; }
    ASCENDC_ALWAYS_INLINE constexpr half& operator/=(float v) { return *this = ToFloat() / v; }

private:
    uint16_t bits_;
};

namespace isa {
/// Type of `half op T`.
template <typename T>
using HalfResult = std::conditional_t<std::is_floating_point_v<T>, T, half>;
template <typename T>
using IfArithmetic = std::enable_if_t<std::is_arithmetic_v<T>, int>;
}  // namespace isa

#define ASCENDC_HALF_ARITHMETIC(op)                                               \
    ASCENDC_ALWAYS_INLINE constexpr half operator op(half a, half b) {            \
        return half(a.ToFloat() op b.ToFloat());                                  \
    }                                                                             \
    template <typename T, isa::IfArithmetic<T> = 0>                               \
    ASCENDC_ALWAYS_INLINE constexpr isa::HalfResult<T> operator op(half a, T b) { \
        return static_cast<isa::HalfResult<T>>(a.ToFloat() op b);                 \
    }                                                                             \
    template <typename T, isa::IfArithmetic<T> = 0>                               \
    ASCENDC_ALWAYS_INLINE constexpr isa::HalfResult<T> operator op(T a, half b) { \
        return static_cast<isa::HalfResult<T>>(a op b.ToFloat());                 \
    }
ASCENDC_HALF_ARITHMETIC(+)
ASCENDC_HALF_ARITHMETIC(-)
ASCENDC_HALF_ARITHMETIC(*)
ASCENDC_HALF_ARITHMETIC(/)
#undef ASCENDC_HALF_ARITHMETIC

#define ASCENDC_HALF_COMPARISON(op)                                    \
    ASCENDC_ALWAYS_INLINE constexpr bool operator op(half a, half b) { \
        return a.ToFloat() op b.ToFloat();                             \
    }                                                                  \
    template <typename T, isa::IfArithmetic<T> = 0>                    \
    ASCENDC_ALWAYS_INLINE constexpr bool operator op(half a, T b) {    \
        return a.ToFloat() op b;                                       \
    }                                                                  \
    template <typename T, isa::IfArithmetic<T> = 0>                    \
    ASCENDC_ALWAYS_INLINE constexpr bool operator op(T a, half b) {    \
        return a op b.ToFloat();                                       \
    }
ASCENDC_HALF_COMPARISON(==)
ASCENDC_HALF_COMPARISON(!=)
ASCENDC_HALF_COMPARISON(<)
ASCENDC_HALF_COMPARISON(>)
ASCENDC_HALF_COMPARISON(<=)
ASCENDC_HALF_COMPARISON(>=)
#undef ASCENDC_HALF_COMPARISON

static_assert(sizeof(half) == 2 && std::is_trivial_v<half>, "half is what memory holds");

}  // namespace AscendC

using AscendC::half;
