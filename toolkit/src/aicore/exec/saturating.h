// Arithmetic of integers that saturates, as Ascend 950 does with CTRL[53] = 1.
#pragma once

#include <limits>

#include "aicore/exec/map.h"
#include "isa/core.h"
#include "isa/vec_elementwise.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace saturating {

/// What an overflow that is below the type's numbers, or above them, becomes.
template <typename T>
ASCENDC_ALWAYS_INLINE T Bound(bool is_below) {
    return is_below ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}

struct Add {
    template <typename T>
    ASCENDC_ALWAYS_INLINE static T Apply(T a, T b, T, float) {
        T sum;
        return __builtin_add_overflow(a, b, &sum) ? Bound<T>(b < T{0}) : sum;
    }
};
struct Sub {
    template <typename T>
    ASCENDC_ALWAYS_INLINE static T Apply(T a, T b, T, float) {
        T difference;
        return __builtin_sub_overflow(a, b, &difference) ? Bound<T>(a < b) : difference;
    }
};
struct SubFrom {
    template <typename T>
    ASCENDC_ALWAYS_INLINE static T Apply(T a, T b, T old, float param) {
        return Sub::Apply<T>(b, a, old, param);
    }
};
struct Mul {
    template <typename T>
    ASCENDC_ALWAYS_INLINE static T Apply(T a, T b, T, float) {
        T product;
        return __builtin_mul_overflow(a, b, &product) ? Bound<T>((a < T{0}) != (b < T{0}))
                                                      : product;
    }
};

}  // namespace saturating

/// True when results of integer arithmetic saturate in place of losing their high bits.
inline bool SaturatesIntegers() {
    const Core& core = CurrentCore();
    return core.arch == 310 && ((core.ctrl >> 53) & 1) != 0;
}

template <typename Functor>
struct SaturatingBinary {
    template <typename T>
    static constexpr Kernel Of() {
        return MapBinary<Functor, T>;
    }
};
template <typename Functor>
struct SaturatingScalar {
    template <typename T>
    static constexpr Kernel Of() {
        return MapScalar<Functor, T>;
    }
};

/// Null for what cannot overflow, and for types that are no integers.
inline Kernel FindSaturating(BinaryOp op, DType type) {
    switch (op) {
        case BinaryOp::kAdd:
            return KernelFor<SaturatingBinary<saturating::Add>, kSetInt>(type);
        case BinaryOp::kSub:
            return KernelFor<SaturatingBinary<saturating::Sub>, kSetInt>(type);
        case BinaryOp::kMul:
            return KernelFor<SaturatingBinary<saturating::Mul>, kSetInt>(type);
        default:
            return nullptr;
    }
}
inline Kernel FindSaturating(ScalarOp op, DType type) {
    switch (op) {
        case ScalarOp::kAdds:
            return KernelFor<SaturatingScalar<saturating::Add>, kSetInt>(type);
        case ScalarOp::kSubs:
            return KernelFor<SaturatingScalar<saturating::Sub>, kSetInt>(type);
        case ScalarOp::kSubsFrom:
            return KernelFor<SaturatingScalar<saturating::SubFrom>, kSetInt>(type);
        case ScalarOp::kMuls:
            return KernelFor<SaturatingScalar<saturating::Mul>, kSetInt>(type);
        default:
            return nullptr;
    }
}

/// The kernel of `op` where its results saturate; else `usual`.
template <typename Op>
Kernel SaturatingOr(Op op, DType type, Kernel usual) {
    if (__builtin_expect(!SaturatesIntegers(), 1)) {
        return usual;
    }
    const Kernel saturating = FindSaturating(op, type);
    return saturating == nullptr ? usual : saturating;
}

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
