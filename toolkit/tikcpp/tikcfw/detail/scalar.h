// Instructions of the scalar unit.
#pragma once

#include <type_traits>

#include "detail/bfloat16.h"

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
/// How many bits below the sign bit are equal to it.
inline int64_t CountBitsCntSameAsSignBit(int64_t valueIn) { return __builtin_clrsbll(valueIn); }
/// Position of the lowest bit that is `countValue`; -1 if there is none.
template <int countValue>
inline int64_t ScalarGetSFFValue(uint64_t valueIn) {
    const uint64_t bits = countValue == 1 ? valueIn : ~valueIn;
    return bits == 0 ? -1 : __builtin_ctzll(bits);
}

namespace isa {
template <typename T>
inline constexpr bool kIsScalar = std::is_arithmetic_v<T> || std::is_same_v<T, half>;
template <typename A, typename B>
using CommonScalar = std::conditional_t<std::is_same_v<A, B>, A, std::common_type_t<A, B>>;
}  // namespace isa
}  // namespace AscendC

// The device compiler's builtin scalar functions.
template <typename A, typename B,
          std::enable_if_t<AscendC::isa::kIsScalar<A> && AscendC::isa::kIsScalar<B>, int> = 0>
constexpr AscendC::isa::CommonScalar<A, B> min(A a, B b) {
    using R = AscendC::isa::CommonScalar<A, B>;
    return static_cast<R>(b) < static_cast<R>(a) ? static_cast<R>(b) : static_cast<R>(a);
}
template <typename A, typename B,
          std::enable_if_t<AscendC::isa::kIsScalar<A> && AscendC::isa::kIsScalar<B>, int> = 0>
constexpr AscendC::isa::CommonScalar<A, B> max(A a, B b) {
    using R = AscendC::isa::CommonScalar<A, B>;
    return static_cast<R>(a) < static_cast<R>(b) ? static_cast<R>(b) : static_cast<R>(a);
}
