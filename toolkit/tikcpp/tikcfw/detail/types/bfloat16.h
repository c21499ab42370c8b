// bfloat16 scalar.
#pragma once

#include "detail/types/half.h"
#include "isa/lacks.h"

namespace AscendC {
namespace isa {
ASCENDC_ALWAYS_INLINE void RejectBfloat16Cast() {
    constexpr PackedName name = Pack("cast of a bfloat16_t scalar");
    constexpr uint32_t facts =
        LackFacts(ArchBits<220>(), DType::kNone, DType::kNone, ASCENDC_LACK_SCALAR);
    ASCENDC_LACKS(facts, name);
}
/// Records a conversion of a scalar, for which 220 has no instruction ("not support bf16 type
/// cast", CANN's compiler). Those that the compiler computes need none.
template <typename T>
ASCENDC_ALWAYS_INLINE constexpr void NoteBfloat16Cast([[maybe_unused]] T value) {
#ifdef __OPTIMIZE__
    if (!__builtin_is_constant_evaluated() && !__builtin_constant_p(value)) {
        RejectBfloat16Cast();
    }
#endif
}
}  // namespace isa

/// bfloat16: storage with conversions. Expressions are computed in float.
struct bfloat16_t {
    bfloat16_t() = default;
    template <typename T, std::enable_if_t<std::is_arithmetic_v<T>, int> = 0>
    ASCENDC_ALWAYS_INLINE constexpr bfloat16_t(T value)
        : bits_(isa::Bfloat16BitsOf(static_cast<float>(value))) {
        isa::NoteBfloat16Cast(value);
    }
    ASCENDC_ALWAYS_INLINE constexpr bfloat16_t(half value)
        : bits_(isa::Bfloat16BitsOf(value.ToFloat())) {
        isa::NoteBfloat16Cast(value.Bits());
    }

    ASCENDC_ALWAYS_INLINE static constexpr bfloat16_t FromBits(uint16_t bits) {
        bfloat16_t result{};
        result.bits_ = bits;
        return result;
    }
    ASCENDC_ALWAYS_INLINE constexpr uint16_t Bits() const { return bits_; }
    ASCENDC_ALWAYS_INLINE constexpr float ToFloat() const {
        return isa::FloatOfBfloat16Bits(bits_);
    }
    ASCENDC_ALWAYS_INLINE constexpr operator float() const {
        isa::NoteBfloat16Cast(bits_);
        return ToFloat();
    }

    ASCENDC_ALWAYS_INLINE constexpr bfloat16_t& operator+=(float v) { return *this = *this + v; }
    ASCENDC_ALWAYS_INLINE constexpr bfloat16_t& operator-=(float v) { return *this = *this - v; }
    ASCENDC_ALWAYS_INLINE constexpr bfloat16_t& operator*=(float v) { return *this = *this * v; }
    ASCENDC_ALWAYS_INLINE constexpr bfloat16_t& operator/=(float v) { return *this = *this / v; }

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
