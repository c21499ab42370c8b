// What the element-wise instructions compute, lane by lane. One functor per name of the opcode
// lists in isa/vec_elementwise.h; each serves all arithmetic types. Integers wrap.
#pragma once

#include "aicore/exec/math.h"
#include "aicore/exec/types.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {

template <typename T>
inline constexpr bool kIsFloat = std::is_same_v<T, float>;

namespace lane {

template <typename T>
ASCENDC_ALWAYS_INLINE T AbsOf(T a) {
    if constexpr (kIsFloat<T>) {
        return __builtin_fabsf(a);
    } else if constexpr (std::is_unsigned_v<T>) {
        return a;
    } else {
        return a < 0 ? static_cast<T>(-a) : a;
    }
}

template <typename T>
ASCENDC_ALWAYS_INLINE T ReluOf(T a) {
    return a > T{0} ? a : (a != a ? a : T{0});
}

template <typename T>
ASCENDC_ALWAYS_INLINE T AddOf(T a, T b) {
    return static_cast<T>(a + b);
}
template <typename T>
ASCENDC_ALWAYS_INLINE T SubOf(T a, T b) {
    return static_cast<T>(a - b);
}
template <typename T>
ASCENDC_ALWAYS_INLINE T MulOf(T a, T b) {
    return static_cast<T>(a * b);
}

/// Integer division truncates; by zero it gives all ones, as -1 of the type.
template <typename T>
ASCENDC_ALWAYS_INLINE T DivOf(T a, T b) {
    if constexpr (kIsFloat<T>) {
        return a / b;
    } else if constexpr (std::is_signed_v<T>) {
        return b == 0 ? T{-1} : (b == -1 ? static_cast<T>(-a) : static_cast<T>(a / b));
    } else {
        return b == 0 ? static_cast<T>(~T{0}) : static_cast<T>(a / b);
    }
}

/// NaN in either operand gives NaN.
template <typename T>
ASCENDC_ALWAYS_INLINE T MaxOf(T a, T b) {
    return a > b || a != a ? a : b;
}
template <typename T>
ASCENDC_ALWAYS_INLINE T MinOf(T a, T b) {
    return a < b || a != a ? a : b;
}

/// Arithmetic for signed types: the sign stays, and the bits below it are shifted.
template <typename T>
ASCENDC_ALWAYS_INLINE T ShiftLeftOf(T a, T by) {
    constexpr T kWidth = static_cast<T>(sizeof(T) * 8);
    using U = std::make_unsigned_t<T>;
    constexpr U kSign = std::is_signed_v<T> ? static_cast<U>(U{1} << (kWidth - 1)) : U{0};
    const U shifted =
        by >= kWidth || by < T{0} ? U{0} : static_cast<U>(static_cast<U>(a) << (by & (kWidth - 1)));
    return static_cast<T>((shifted & static_cast<U>(~kSign)) | (static_cast<U>(a) & kSign));
}

/// Arithmetic for signed types.
template <typename T>
ASCENDC_ALWAYS_INLINE T ShiftRightOf(T a, T by) {
    constexpr T kWidth = static_cast<T>(sizeof(T) * 8);
    const T sign = std::is_signed_v<T> && a < T{0} ? static_cast<T>(~T{0}) : T{0};
    return by >= kWidth || by < T{0} ? sign : static_cast<T>(a >> (by & (kWidth - 1)));
}

/// Adds the last bit shifted out.
template <typename T>
ASCENDC_ALWAYS_INLINE T ShiftRightRoundOf(T a, T by) {
    if (by <= T{0}) {
        return a;
    }
    const T carry = static_cast<T>(ShiftRightOf<T>(a, static_cast<T>(by - 1)) & 1);
    return static_cast<T>(ShiftRightOf<T>(a, by) + carry);
}

template <typename T>
ASCENDC_ALWAYS_INLINE T PowerOf(T a, T b) {
    if constexpr (kIsFloat<T>) {
        return static_cast<float>(math::Pow(a, b));
    } else {
        if (b < T{0}) {
            const bool odd = (b & 1) != 0;
            const T minus_one = static_cast<T>(~T{0});
            return a == T{1}
                       ? T{1}
                       : (std::is_signed_v<T> && a == minus_one ? (odd ? minus_one : T{1}) : T{0});
        }
        using U = std::make_unsigned_t<T>;
        U base = static_cast<U>(a), exponent = static_cast<U>(b), result = 1;
        for (; exponent != 0; exponent = static_cast<U>(exponent >> 1)) {
            result = (exponent & 1) != 0 ? static_cast<U>(result * base) : result;
            base = static_cast<U>(base * base);
        }
        return static_cast<T>(result);
    }
}

ASCENDC_ALWAYS_INLINE double Gate(double x) {
    return 1.0 / (1.0 + math::Exp(-x));
}

ASCENDC_ALWAYS_INLINE double GeluOf(double x) {
    const double gate = Gate(1.5957691216057308 * (x + 0.044715 * x * x * x));
    return gate == 0.0 ? 0.0 * x : x * gate;
}

}  // namespace lane

// ---- unary: Apply(a) ---------------------------------------------------------------------------

#define AICORE_UNARY(name, expression)              \
    struct name##Functor {                          \
        template <typename T>                       \
        ASCENDC_ALWAYS_INLINE static T Apply(T a) { \
            return static_cast<T>(expression);      \
        }                                           \
    };

AICORE_UNARY(Abs, lane::AbsOf<T>(a))
AICORE_UNARY(Relu, lane::ReluOf<T>(a))
AICORE_UNARY(Neg, -a)
AICORE_UNARY(Exp, math::ExpFloat(a))
AICORE_UNARY(Ln, math::Log(a))
AICORE_UNARY(Reciprocal, 1.0F / a)
AICORE_UNARY(Rsqrt, 1.0F / __builtin_sqrtf(a))
AICORE_UNARY(Sqrt, __builtin_sqrtf(a))
AICORE_UNARY(Not, ~a)
AICORE_UNARY(Sin, math::SinSmall(a))
AICORE_UNARY(Cos, math::CosSmall(a))
AICORE_UNARY(Tan, math::TanSmall(a))
AICORE_UNARY(Asin, math::Asin(a))
AICORE_UNARY(Acos, math::Acos(a))
AICORE_UNARY(Atan, math::Atan(a))
AICORE_UNARY(Sinh, math::Sinh(a))
AICORE_UNARY(Cosh, math::Cosh(a))
AICORE_UNARY(Tanh, math::Tanh(a))
AICORE_UNARY(Asinh, math::Asinh(a))
AICORE_UNARY(Acosh, math::Acosh(a))
AICORE_UNARY(Atanh, math::Atanh(a))
AICORE_UNARY(Erf, math::Erf(a))
AICORE_UNARY(Erfc, math::Erfc(a))
AICORE_UNARY(Log2, math::Log(a) * 1.44269504088896340736)
AICORE_UNARY(Log10, math::Log(a) * 0.43429448190325182765)
AICORE_UNARY(Ceil, __builtin_ceilf(a))
AICORE_UNARY(Floor, __builtin_floorf(a))
AICORE_UNARY(Rint, __builtin_rintf(a))
AICORE_UNARY(Trunc, __builtin_truncf(a))
AICORE_UNARY(Frac, a - __builtin_truncf(a))
AICORE_UNARY(Sign, a > T{0} ? T{1} : (a < T{0} ? static_cast<T>(-1) : T{0}))
AICORE_UNARY(Lgamma, math::Lgamma(a))
AICORE_UNARY(Digamma, math::Digamma(a))
AICORE_UNARY(Sigmoid, lane::Gate(a))
AICORE_UNARY(Silu, lane::Gate(a) * a)
AICORE_UNARY(Gelu, lane::GeluOf(a))
AICORE_UNARY(FasterGelu, lane::Gate(1.702 * a) * a)
#undef AICORE_UNARY

/// x * (sgn(x) * (-0.1444 * (min(|0.7071 x|, 1.769) - 1.769)^2 + 0.5) + 0.5)
struct FasterGeluV2Functor {
    template <typename T>
    ASCENDC_ALWAYS_INLINE static T Apply(T a) {
        const double scaled = math::Abs(0.7071 * static_cast<double>(a));
        const double clipped = (scaled < 1.769 ? scaled : 1.769) - 1.769;
        const double curve = 0.5 - 0.1444 * clipped * clipped;
        const double sign = a > 0 ? 1.0 : (a < 0 ? -1.0 : 0.0);
        return static_cast<T>(a * (sign * curve + 0.5));
    }
};

// ---- binary: Apply(a, b, old dst, param)
// --------------------------------------------------------------

#define AICORE_BINARY(name, expression)                                        \
    struct name##Functor {                                                     \
        template <typename T>                                                  \
        ASCENDC_ALWAYS_INLINE static T Apply(T a, T b, [[maybe_unused]] T old, \
                                             [[maybe_unused]] float param) {   \
            return static_cast<T>(expression);                                 \
        }                                                                      \
    };

AICORE_BINARY(Add, lane::AddOf<T>(a, b))
AICORE_BINARY(Sub, lane::SubOf<T>(a, b))
AICORE_BINARY(Mul, lane::MulOf<T>(a, b))
AICORE_BINARY(Div, lane::DivOf<T>(a, b))
AICORE_BINARY(Max, lane::MaxOf<T>(a, b))
AICORE_BINARY(Min, lane::MinOf<T>(a, b))
AICORE_BINARY(And, a& b)
AICORE_BINARY(Or, a | b)
AICORE_BINARY(Xor, a ^ b)
AICORE_BINARY(AddRelu, lane::ReluOf<T>(lane::AddOf<T>(a, b)))
AICORE_BINARY(SubRelu, lane::ReluOf<T>(lane::SubOf<T>(a, b)))
AICORE_BINARY(AddDeqRelu, lane::ReluOf<T>(lane::AddOf<T>(a, b)))
AICORE_BINARY(MulAddDst, lane::AddOf<T>(lane::MulOf<T>(a, b), old))
AICORE_BINARY(FusedMulAdd, lane::AddOf<T>(lane::MulOf<T>(a, old), b))
AICORE_BINARY(FusedMulAddRelu, lane::ReluOf<T>(lane::AddOf<T>(lane::MulOf<T>(a, old), b)))
AICORE_BINARY(Power, lane::PowerOf<T>(a, b))
// As the page computes it: every step is rounded, so that large quotients leave no exact remainder.
AICORE_BINARY(Fmod,
              a - static_cast<T>(__builtin_truncf(static_cast<float>(lane::DivOf<T>(a, b)))) * b)
AICORE_BINARY(Hypot, lane::AbsOf<T>(a) == __builtin_inff() || lane::AbsOf<T>(b) == __builtin_inff()
                         ? __builtin_inf()  // whatever the other one is, NaN too
                         : __builtin_sqrt(static_cast<double>(a) * a + static_cast<double>(b) * b))
AICORE_BINARY(GeGLU, a* lane::GeluOf(b))
AICORE_BINARY(ReGlu, a* lane::ReluOf<T>(b))
AICORE_BINARY(SwiGLU, lane::Gate(static_cast<double>(param) * b) * a * b)
AICORE_BINARY(ShiftLeftV, lane::ShiftLeftOf<T>(a, b))
AICORE_BINARY(ShiftRightV, lane::ShiftRightOf<T>(a, b))

// ---- scalar: Apply(a, scalar, old dst, param)
// ---------------------------------------------------------

AICORE_BINARY(Adds, lane::AddOf<T>(a, b))
AICORE_BINARY(Muls, lane::MulOf<T>(a, b))
AICORE_BINARY(Maxs, lane::MaxOf<T>(a, b))
AICORE_BINARY(Mins, lane::MinOf<T>(a, b))
AICORE_BINARY(Subs, lane::SubOf<T>(a, b))
AICORE_BINARY(SubsFrom, lane::SubOf<T>(b, a))
AICORE_BINARY(Divs, lane::DivOf<T>(a, b))
AICORE_BINARY(DivsInto, lane::DivOf<T>(b, a))
AICORE_BINARY(Ands, a& b)
AICORE_BINARY(Ors, a | b)
AICORE_BINARY(ShiftLeft, lane::ShiftLeftOf<T>(a, b))
AICORE_BINARY(ShiftRight, lane::ShiftRightOf<T>(a, b))
AICORE_BINARY(ShiftRightRound, lane::ShiftRightRoundOf<T>(a, b))
AICORE_BINARY(LeakyRelu, a >= T{0} ? a : a * b)
AICORE_BINARY(Axpy, lane::AddOf<T>(lane::MulOf<T>(a, b), old))
AICORE_BINARY(PowerScalar, lane::PowerOf<T>(a, b))
AICORE_BINARY(PowerOfScalar, lane::PowerOf<T>(b, a))
AICORE_BINARY(Swish, lane::Gate(static_cast<double>(b) * a) * a)
#undef AICORE_BINARY

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
