// bfloat16 scalar.
#pragma once

#include "detail/types/half.h"

namespace AscendC {
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

// The same type by the name that it has in CANN's compiler. To clang and newer g++ that is a word.
// For 64-bit Arm it is one to g++ 12, too, which has no macro to tell.
#if defined(__BFLT16_MANT_DIG__) || defined(__aarch64__) || defined(__clang__)
#define __bf16 bfloat16_t
#else
using __bf16 = AscendC::bfloat16_t;
#endif
