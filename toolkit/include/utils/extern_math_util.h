// Integer arithmetic that reports overflow.
#ifndef INC_EXTERNAL_UTILS_EXTERN_MATH_UTIL_H_
#define INC_EXTERNAL_UTILS_EXTERN_MATH_UTIL_H_

#include <cstdint>
#include <iostream>
#include <limits>
#include <type_traits>

namespace ge {
/// Whether a value of another integer type can be represented in T.
template <typename T>
class IntegerChecker {
public:
    template <typename T1>
    static bool Compat(const T1 v) {
        static_assert(sizeof(T) <= sizeof(uint64_t) && sizeof(T1) <= sizeof(uint64_t),
                      "integers of at most 64 bits");
        T narrowed;
        return !__builtin_add_overflow(v, 0, &narrowed);
    }
};

/// ret = lhs * rhs; true (and ret is the wrapped value) if the product does not fit.
template <typename TLhs, typename TRhs, typename TRet>
bool MulOverflow(TLhs lhs, TRhs rhs, TRet& ret) {
    return __builtin_mul_overflow(lhs, rhs, &ret);
}

/// ret = lhs + rhs; true (and ret is the wrapped value) if the sum does not fit.
template <typename TLhs, typename TRhs, typename TRet>
bool AddOverflow(TLhs lhs, TRhs rhs, TRet& ret) {
    return __builtin_add_overflow(lhs, rhs, &ret);
}
}  // namespace ge

#endif  // INC_EXTERNAL_UTILS_EXTERN_MATH_UTIL_H_
