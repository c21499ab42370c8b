// bfloat16 scalar.
#pragma once

#include "detail/types/half.h"

namespace AscendC {
namespace isa {

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

/// bfloat16: storage with conversions. Expressions are computed in float.
struct bfloat16_t {
    bfloat16_t() = default;
    template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
    ASCENDC_ALWAYS_INLINE constexpr bfloat16_t(T value)
        : bits_(isa::Bfloat16BitsOf(static_cast<float>(value))) {}
    ASCENDC_ALWAYS_INLINE constexpr bfloat16_t(half value)
        : bits_(isa::Bfloat16BitsOf(value.ToFloat())) {}

    ASCENDC_ALWAYS_INLINE static constexpr bfloat16_t FromBits(uint16_t bits) {
        bfloat16_t result{};
        result.bits_ = bits;
        return result;
    }
    ASCENDC_ALWAYS_INLINE constexpr uint16_t Bits() const { return bits_; }
    ASCENDC_ALWAYS_INLINE constexpr float ToFloat() const {
        return isa::FloatOfBfloat16Bits(bits_);
    }
    ASCENDC_ALWAYS_INLINE constexpr operator float() const { return ToFloat(); }

    ASCENDC_ALWAYS_INLINE constexpr bfloat16_t& operator+=(float v) {
        return *this = ToFloat() + v;
    }
    ASCENDC_ALWAYS_INLINE constexpr bfloat16_t& operator-=(float v) {
        return *this = ToFloat() - v;
    }
    ASCENDC_ALWAYS_INLINE constexpr bfloat16_t& operator*=(float v) {
        return *this = ToFloat() * v;
    }
    ASCENDC_ALWAYS_INLINE constexpr bfloat16_t& operator/=(float v) {
        return *this = ToFloat() / v;
    }

private:
    uint16_t bits_;
};

static_assert(sizeof(bfloat16_t) == 2 && std::is_trivial_v<bfloat16_t>,
              "bfloat16_t is what memory holds");

}  // namespace AscendC

using AscendC::bfloat16_t;
