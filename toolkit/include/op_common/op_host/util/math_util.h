// Integer arithmetic of tilings.
#ifndef OP_COMMON_OP_HOST_UTIL_MATH_UTIL_H
#define OP_COMMON_OP_HOST_UTIL_MATH_UTIL_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "op_common/op_host/util/opbase_export.h"

namespace Ops {
namespace Base {
/// x / y, towards zero; x for y = 0.
template <typename T>
typename std::enable_if<std::is_integral<T>::value, T>::type FloorDiv(T x, T y) {
    return y == 0 ? x : x / y;
}

/// The multiple of `align` at or before x; 0 for align = 0.
template <typename T>
typename std::enable_if<std::is_integral<T>::value, T>::type FloorAlign(T x, T align) {
    return align == 0 ? 0 : x / align * align;
}

/// x / y, rounded up; x for y = 0.
template <typename T>
typename std::enable_if<std::is_integral<T>::value, T>::type CeilDiv(T x, T y) {
    if (y == 0) {
        return x;
    }
    const bool is_positive = (x < 0) == (y < 0);
    return static_cast<T>(x / y + (x % y != 0 && is_positive ? 1 : 0));
}

/// The multiple of `align` at or after x; 0 for align = 0, and the largest T where that is too
/// large.
template <typename T>
typename std::enable_if<std::is_integral<T>::value, T>::type CeilAlign(T x, T align) {
    if (align == 0) {
        return 0;
    }
    const T count = CeilDiv(x, align);
    const T most = std::numeric_limits<T>::max() / align;
    return count > most ? std::numeric_limits<T>::max() : static_cast<T>(count * align);
}

/// Equal up to the machine's precision at 1; infinities by sign, NaN never.
template <typename T>
typename std::enable_if<std::is_floating_point<T>::value, bool>::type IsFloatEqual(T a, T b) {
    if (std::isinf(a) || std::isinf(b)) {
        return a == b;
    }
    return std::fabs(a - b) <= std::numeric_limits<T>::epsilon();
}

/// The largest power of two up to n; 1 for n = 0.
inline uint64_t LastPow2(uint64_t n) {
    uint64_t power = 1;
    while (n >>= 1) {
        power <<= 1;
    }
    return power;
}

/// How a length is cut: splitCount parts of splitFactor, the last one of splitTailFactor.
struct SplitResult {
    int32_t splitCount = 0;
    int64_t splitFactor = 0;
    int64_t splitTailFactor = 0;
};

/// Cuts into at most `parts` parts; false if an argument is not positive.
inline bool SplitIntoEqualByParts(int64_t splitLen, int32_t parts, SplitResult& splitResult) {
    if (splitLen <= 0 || parts <= 0) {
        return false;
    }
    splitResult.splitFactor = CeilDiv(splitLen, std::min<int64_t>(splitLen, parts));
    splitResult.splitCount = static_cast<int32_t>(CeilDiv(splitLen, splitResult.splitFactor));
    splitResult.splitTailFactor = splitLen - (splitResult.splitCount - 1) * splitResult.splitFactor;
    return true;
}

/// Cuts into parts of at most `factor`; false if an argument is not positive. A single part is the
/// tail, its splitFactor 0.
inline bool SplitIntoEqualByFactor(int64_t splitLen, int32_t factor, SplitResult& splitResult) {
    if (splitLen <= 0 || factor <= 0) {
        return false;
    }
    const int64_t length = std::min<int64_t>(splitLen, factor);
    splitResult.splitCount = static_cast<int32_t>(CeilDiv(splitLen, length));
    splitResult.splitTailFactor = splitLen - (splitResult.splitCount - 1) * length;
    splitResult.splitFactor = splitResult.splitCount == 1 ? 0 : length;
    return true;
}
}  // namespace Base
}  // namespace Ops

#endif  // OP_COMMON_OP_HOST_UTIL_MATH_UTIL_H
