// Vector instructions with a source tensor and a scalar.
#pragma once

#include "detail/vector/mask.h"
#include "isa/vec_elementwise.h"

namespace AscendC {
namespace isa {

template <ScalarOp op, typename T, typename U, bool separate = false>
ASCENDC_ALWAYS_INLINE void IssueScalar(const VecShape& shape, const VecOperand& dst,
                                       const VecOperand& src, const PrimT<U>& scalar) {
    RequireTypeOf<op, PrimT<U>>();
    if constexpr (op == ScalarOp::kShiftLeft || op == ScalarOp::kShiftRight ||
                  op == ScalarOp::kShiftRightRound) {
        RequireApi<200>(op == ScalarOp::kShiftLeft ? "ShiftLeft" : "ShiftRight");
    }
    Issue(VecScalar{op, DTypeOf<PrimT<T>>, DTypeOf<PrimT<U>>, separate, shape, dst, src,
                    ScalarBits(scalar)});
}

template <ScalarOp op, typename T, typename U>
ASCENDC_ALWAYS_INLINE void IssueScalar(const VecShape& shape, const LocalTensor<T>& dst,
                                       const LocalTensor<U>& src, const PrimT<U>& scalar,
                                       const UnaryRepeatParams& params) {
    IssueScalar<op, T, U>(shape, Strided(dst, params.dstBlkStride, params.dstRepStride),
                          Strided(src, params.srcBlkStride, params.srcRepStride), scalar);
}

/// Keeps the overloads for TensorTrait element types apart from the plain ones.
template <typename T, typename U>
using IfTraitScalar = std::enable_if_t<!std::is_same_v<T, U> && std::is_same_v<PrimT<T>, U>, bool>;

}  // namespace isa

/// Scalars of the element type; of the type of a TensorTrait element type.
#define ASCENDC_SCALAR_PLAIN template <typename T, bool isSetMask = true>
#define ASCENDC_SCALAR_TRAIT \
    template <typename T, typename U, bool isSetMask = true, isa::IfTraitScalar<T, U> = true>

/// dst = f(src, scalar): bit mask and repeats; mask and repeats; number of elements.
#define ASCENDC_VEC_SCALAR_FORMS(name, head, scalar)                                              \
    head __aicore__ inline void name(                                                             \
        const LocalTensor<T>& dst, const LocalTensor<T>& src, const scalar& scalarValue,          \
        uint64_t mask[], const uint8_t repeatTimes, const UnaryRepeatParams& repeatParams) {      \
        isa::RequireRepeats<isa::ScalarOp::k##name, PrimT<T>>();                                  \
        isa::IssueScalar<isa::ScalarOp::k##name>(                                                 \
            isa::TakeBits<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes), dst, src, scalarValue,  \
            repeatParams);                                                                        \
    }                                                                                             \
    head __aicore__ inline void name(                                                             \
        const LocalTensor<T>& dst, const LocalTensor<T>& src, const scalar& scalarValue,          \
        uint64_t mask, const uint8_t repeatTimes, const UnaryRepeatParams& repeatParams) {        \
        isa::RequireRepeats<isa::ScalarOp::k##name, PrimT<T>>();                                  \
        isa::IssueScalar<isa::ScalarOp::k##name>(                                                 \
            isa::TakeLanes<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes), dst, src, scalarValue, \
            repeatParams);                                                                        \
    }                                                                                             \
    head __aicore__ inline void name(const LocalTensor<T>& dst, const LocalTensor<T>& src,        \
                                     const scalar& scalarValue, const int32_t& calCount) {        \
        isa::IssueScalar<isa::ScalarOp::k##name, T, T>(                                           \
            isa::TakeCountOrRegister<isSetMask>(calCount), isa::Flat(dst), isa::Flat(src),        \
            scalarValue);                                                                         \
    }
#define ASCENDC_VEC_SCALAR(name)                                                                 \
    ASCENDC_VEC_SCALAR_FORMS(name, ASCENDC_SCALAR_PLAIN, T)                                      \
    ASCENDC_WIDE_REPEATS(name,                                                                   \
                         ASCENDC_ARGUMENTS(const LocalTensor<T>& dst, const LocalTensor<T>& src, \
                                           const T& scalarValue),                                \
                         ASCENDC_ARGUMENTS(dst, src, scalarValue), UnaryRepeatParams)            \
    ASCENDC_VEC_SCALAR_FORMS(name, ASCENDC_SCALAR_TRAIT, U)

ASCENDC_VEC_SCALAR(Adds)
ASCENDC_VEC_SCALAR(Muls)
ASCENDC_VEC_SCALAR(Maxs)
ASCENDC_VEC_SCALAR(Mins)
ASCENDC_VEC_SCALAR(ShiftLeft)
ASCENDC_VEC_SCALAR(LeakyRelu)
ASCENDC_VEC_SCALAR(Subs)
ASCENDC_VEC_SCALAR(Divs)
ASCENDC_VEC_SCALAR(Ands)
ASCENDC_VEC_SCALAR(Ors)
#undef ASCENDC_VEC_SCALAR
#undef ASCENDC_VEC_SCALAR_FORMS

namespace isa {
template <typename T>
ASCENDC_ALWAYS_INLINE void IssueShiftRight(const VecShape& shape, const LocalTensor<T>& dst,
                                           const LocalTensor<T>& src, const PrimT<T>& scalar,
                                           const UnaryRepeatParams& params, bool round) {
    // Rounding takes effect for signed types only; unoptimised kernels keep both branches.
    if constexpr (std::is_signed_v<PrimT<T>>) {
        if (round) {
            IssueScalar<ScalarOp::kShiftRightRound>(shape, dst, src, scalar, params);
            return;
        }
    }
    IssueScalar<ScalarOp::kShiftRight>(shape, dst, src, scalar, params);
}
}  // namespace isa

/// dst = src >> scalarValue, arithmetic for signed types; `roundEn` adds the last bit shifted out.
#define ASCENDC_VEC_SHIFT_RIGHT(head, scalar)                                                      \
    head __aicore__ inline void ShiftRight(                                                        \
        const LocalTensor<T>& dst, const LocalTensor<T>& src, const scalar& scalarValue,           \
        uint64_t mask[], const isa::Parameter<uint8_t> repeatTimes,                                \
        const UnaryRepeatParams& repeatParams, bool roundEn = false) {                             \
        isa::RequireRepeats<isa::ScalarOp::kShiftRight, PrimT<T>>();                               \
        isa::IssueShiftRight<T>(isa::TakeBits<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes), dst, \
                                src, scalarValue, repeatParams, roundEn);                          \
    }                                                                                              \
    head __aicore__ inline void ShiftRight(                                                        \
        const LocalTensor<T>& dst, const LocalTensor<T>& src, const scalar& scalarValue,           \
        uint64_t mask, const isa::Parameter<uint8_t> repeatTimes,                                  \
        const UnaryRepeatParams& repeatParams, bool roundEn = false) {                             \
        isa::RequireRepeats<isa::ScalarOp::kShiftRight, PrimT<T>>();                               \
        isa::IssueShiftRight<T>(isa::TakeLanes<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes),     \
                                dst, src, scalarValue, repeatParams, roundEn);                     \
    }                                                                                              \
    head __aicore__ inline void ShiftRight(const LocalTensor<T>& dst, const LocalTensor<T>& src,   \
                                           const scalar& scalarValue, const int32_t& calCount) {   \
        isa::IssueShiftRight<T>(isa::TakeCountOrRegister<isSetMask>(calCount), dst, src,           \
                                scalarValue, UnaryRepeatParams(), false);                          \
    }
ASCENDC_VEC_SHIFT_RIGHT(ASCENDC_SCALAR_PLAIN, T)
ASCENDC_VEC_SHIFT_RIGHT(ASCENDC_SCALAR_TRAIT, U)
#undef ASCENDC_VEC_SHIFT_RIGHT
#undef ASCENDC_SCALAR_PLAIN
#undef ASCENDC_SCALAR_TRAIT

/// dst += src * scalarValue; dst float may take half src.
template <typename T, typename U, bool isSetMask = true>
__aicore__ inline void Axpy(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                            const U& scalarValue, uint64_t mask,
                            const isa::Parameter<uint8_t> repeatTimes,
                            const UnaryRepeatParams& repeatParams) {
    isa::RequireRepeats<isa::ScalarOp::kAxpy, PrimT<U>>();
    isa::IssueScalar<isa::ScalarOp::kAxpy>(
        isa::TakeLanes<isSetMask>(mask, isa::kWiderBits<T, U>, repeatTimes), dst, src, scalarValue,
        repeatParams);
}
template <typename T, typename U, bool isSetMask = true>
__aicore__ inline void Axpy(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                            const U& scalarValue, uint64_t mask[],
                            const isa::Parameter<uint8_t> repeatTimes,
                            const UnaryRepeatParams& repeatParams) {
    isa::RequireRepeats<isa::ScalarOp::kAxpy, PrimT<U>>();
    isa::IssueScalar<isa::ScalarOp::kAxpy>(
        isa::TakeBits<isSetMask>(mask, isa::kWiderBits<T, U>, repeatTimes), dst, src, scalarValue,
        repeatParams);
}
template <typename T, typename U>
__aicore__ inline void Axpy(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                            const U& scalarValue, const int32_t& calCount) {
    isa::IssueScalar<isa::ScalarOp::kAxpy, T, U>(isa::TakeCount(calCount), isa::Flat(dst),
                                                 isa::Flat(src), scalarValue);
}

}  // namespace AscendC
