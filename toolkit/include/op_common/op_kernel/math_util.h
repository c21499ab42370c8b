// Integer arithmetic of kernels; both arguments are positive.
#ifndef OP_COMMON_OP_KERNEL_MATH_UTIL_H
#define OP_COMMON_OP_KERNEL_MATH_UTIL_H

#include "kernel_operator.h"

namespace Ops {
namespace Base {
template <typename T>
__aicore__ inline T CeilDiv(T a, T b) {
    return static_cast<T>((static_cast<uint64_t>(a) + static_cast<uint64_t>(b) - 1) /
                          static_cast<uint64_t>(b));
}

template <typename T>
__aicore__ inline T FloorDiv(T a, T b) {
    return a / b;
}

template <typename T>
__aicore__ inline T CeilAlign(T a, T b) {
    return static_cast<T>(CeilDiv(a, b) * b);
}

template <typename T>
__aicore__ inline T FloorAlign(T a, T b) {
    return a / b * b;
}
}  // namespace Base
}  // namespace Ops

#endif  // OP_COMMON_OP_KERNEL_MATH_UTIL_H
