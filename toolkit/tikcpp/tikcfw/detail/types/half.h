// IEEE binary16 scalar.
#pragma once

#include <type_traits>

#include "detail/types/half_bits.h"

namespace AscendC {
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
/// Tells headers of tilings, which stand in for the type where they are without the kernel's.
#define ASCENDC_HAS_HALF
