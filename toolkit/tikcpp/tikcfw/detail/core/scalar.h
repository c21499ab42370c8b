// Instructions of the scalar unit.
#pragma once

#include <limits>
#include <type_traits>

#include "detail/types/bfloat16.h"
#include "isa/issue.h"

namespace AscendC {

/// Number of bits of `valueIn` that are `countValue` (0 or 1).
template <int countValue>
inline int64_t ScalarGetCountOfValue(uint64_t valueIn) {
    return __builtin_popcountll(countValue == 1 ? valueIn : ~valueIn);
}
/// Leading zeros; 64 for 0.
inline int64_t ScalarCountLeadingZero(uint64_t valueIn) {
    return valueIn == 0 ? 64 : __builtin_clzll(valueIn);
}
/// How many bits below the sign bit are equal to it; -1 if all are.
inline int64_t CountBitsCntSameAsSignBit(int64_t valueIn) {
    return valueIn == 0 || valueIn == -1 ? -1 : __builtin_clrsbll(valueIn);
}
/// Position of the lowest bit that is `countValue`; -1 if there is none.
template <int countValue>
inline int64_t ScalarGetSFFValue(uint64_t valueIn) {
    const uint64_t bits = countValue == 1 ? valueIn : ~valueIn;
    return bits == 0 ? -1 : __builtin_ctzll(bits);
}

/// Newer names.
template <int countValue>
inline int64_t GetBitCount(uint64_t valueIn) {
    return ScalarGetCountOfValue<countValue>(valueIn);
}
inline int64_t CountLeadingZero(uint64_t valueIn) {
    return ScalarCountLeadingZero(valueIn);
}
template <int countValue>
inline int64_t GetSFFValue(uint64_t valueIn) {
    return ScalarGetSFFValue<countValue>(valueIn);
}

/// Scalar accesses of global memory that no data cache keeps; T of 1, 2, 4 or 8 bytes.
template <typename T>
inline T ReadGmByPassDCache(__gm__ T* addr) {
    static_assert(sizeof(T) <= 8, "ReadGmByPassDCache: at most 8 bytes");
    isa::Note(isa::ScalarEvent{false, true, Hardware::GM, sizeof(T), addr, nullptr, 0});
    return isa::LoadGlobal(addr);
}
template <typename T>
inline void WriteGmByPassDCache(__gm__ T* addr, T value) {
    static_assert(sizeof(T) <= 8, "WriteGmByPassDCache: at most 8 bytes");
    isa::Note(isa::ScalarEvent{true, true, Hardware::GM, sizeof(T), addr, nullptr, 0});
    isa::StoreGlobal(addr, value);
}

enum class RoundMode : uint8_t;

namespace isa {

/// `value` as an integral float, rounded by a RoundMode; ties and directions as Cast does.
inline float RoundScalar(float value, int mode) {
    switch (mode) {
        case 2:
            return __builtin_floorf(value);
        case 3:
            return __builtin_ceilf(value);
        case 4:
            return __builtin_roundf(value);
        case 5:
            return __builtin_truncf(value);
        default:
            return __builtin_nearbyintf(value);
    }
}

/// binary16 of `value`, rounded to odd when it is not exact.
inline half RoundHalfToOdd(float value) {
    const half nearest(value);
    const float back = nearest.ToFloat();
    if (back == value || value != value || (nearest.Bits() & 1) != 0) {
        return nearest;
    }
    const bool away = (value < 0 ? -back : back) < (value < 0 ? -value : value);
    return half::FromBits(static_cast<uint16_t>(away ? nearest.Bits() + 1 : nearest.Bits() - 1));
}
}  // namespace isa

/// Converts a scalar; integer results saturate, NaN gives 0.
template <typename srcT, typename dstT, RoundMode roundMode>
inline dstT ScalarCast(srcT valueIn) {
    constexpr int mode = static_cast<int>(roundMode);
    if constexpr (std::is_same_v<dstT, half>) {
        return mode == 6 ? isa::RoundHalfToOdd(static_cast<float>(valueIn))
                         : half(static_cast<float>(valueIn));
    } else if constexpr (std::is_integral_v<dstT> && !std::is_integral_v<srcT>) {
        const float rounded = isa::RoundScalar(static_cast<float>(valueIn), mode);
        if (rounded != rounded) {
            return 0;
        }
        if (rounded >= static_cast<float>(std::numeric_limits<dstT>::max())) {
            return std::numeric_limits<dstT>::max();
        }
        if (rounded <= static_cast<float>(std::numeric_limits<dstT>::min())) {
            return std::numeric_limits<dstT>::min();
        }
        return static_cast<dstT>(rounded);
    } else {
        return static_cast<dstT>(valueIn);
    }
}

inline float ToFloat(const bfloat16_t& value) {
    return value.ToFloat();
}
inline bfloat16_t ToBfloat16(const float& value) {
    return bfloat16_t::FromBits(isa::Bfloat16BitsOf(value));
}

/// Newer names of these three.
template <typename T, typename U, RoundMode roundMode>
inline U Cast(T valueIn) {
    return ScalarCast<T, U, roundMode>(valueIn);
}
inline float Cast(const bfloat16_t& value) {
    return value.ToFloat();
}
inline bfloat16_t Cast(const float& value) {
    return ToBfloat16(value);
}

/// The bits of a scalar as an unsigned integer of its size.
template <typename T>
inline auto GetScalarBitcodeValue(T scalarValue) {
    using Bits = std::conditional_t<
        sizeof(T) == 1, uint8_t,
        std::conditional_t<sizeof(T) == 2, uint16_t,
                           std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>>>;
    Bits bits;
    __builtin_memcpy(&bits, &scalarValue, sizeof(T));
    return bits;
}
/// The bits of a scalar, read as another type.
template <typename srcT, typename dstT>
inline dstT GetScalarBitcodeValue(srcT scalarValue) {
    dstT result{};
    __builtin_memcpy(&result, &scalarValue,
                     sizeof(srcT) < sizeof(dstT) ? sizeof(srcT) : sizeof(dstT));
    return result;
}

}  // namespace AscendC

// The device compiler's builtin scalar functions: one for each type, so that arguments of two types
// match several, which is an error there, too.
#define ASCENDC_SCALAR_EXTREMES(T)       \
    inline T min(const T a, const T b) { \
        return b < a ? b : a;            \
    }                                    \
    inline T max(const T a, const T b) { \
        return a < b ? b : a;            \
    }
ASCENDC_SCALAR_EXTREMES(char)
ASCENDC_SCALAR_EXTREMES(unsigned char)
ASCENDC_SCALAR_EXTREMES(short)
ASCENDC_SCALAR_EXTREMES(unsigned short)
ASCENDC_SCALAR_EXTREMES(int)
ASCENDC_SCALAR_EXTREMES(unsigned int)
ASCENDC_SCALAR_EXTREMES(long)
ASCENDC_SCALAR_EXTREMES(unsigned long)
ASCENDC_SCALAR_EXTREMES(long long)
ASCENDC_SCALAR_EXTREMES(unsigned long long)
ASCENDC_SCALAR_EXTREMES(float)
ASCENDC_SCALAR_EXTREMES(AscendC::half)
#undef ASCENDC_SCALAR_EXTREMES
