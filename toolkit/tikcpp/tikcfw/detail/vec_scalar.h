// Vector instructions with a source tensor and a scalar.
#pragma once

#include "detail/vec_mask.h"
#include "isa/vec_elementwise.h"

namespace AscendC {
namespace isa {

template <ScalarOp op, typename T, typename U>
ASCENDC_ALWAYS_INLINE void IssueScalar(const VecShape& shape, const VecOperand& dst,
                                       const VecOperand& src, const PrimT<U>& scalar) {
    static_assert((TypesOf(op) & SetOf(DTypeOf<PrimT<U>>)) != 0,
                  "the instruction lacks this element type");
    Issue(VecScalar{op, DTypeOf<PrimT<T>>, DTypeOf<PrimT<U>>, shape, dst, src, ScalarBits(scalar)});
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

/// dst = f(src, scalar): bit mask and repeats; mask and repeats; number of elements.
#define ASCENDC_VEC_SCALAR(name)                                                                  \
    template <typename T, bool isSetMask = true>                                                  \
    __aicore__ inline void name(const LocalTensor<T>& dst, const LocalTensor<T>& src,             \
                                const T& scalarValue, uint64_t mask[], const uint8_t repeatTimes, \
                                const UnaryRepeatParams& repeatParams) {                          \
        isa::IssueScalar<isa::ScalarOp::k##name>(                                                 \
            isa::TakeBits<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes), dst, src, scalarValue,  \
            repeatParams);                                                                        \
    }                                                                                             \
    template <typename T, bool isSetMask = true>                                                  \
    __aicore__ inline void name(const LocalTensor<T>& dst, const LocalTensor<T>& src,             \
                                const T& scalarValue, uint64_t mask, const uint8_t repeatTimes,   \
                                const UnaryRepeatParams& repeatParams) {                          \
        isa::IssueScalar<isa::ScalarOp::k##name>(                                                 \
            isa::TakeLanes<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes), dst, src, scalarValue, \
            repeatParams);                                                                        \
    }                                                                                             \
    template <typename T, bool isSetMask = true>                                                  \
    __aicore__ inline void name(const LocalTensor<T>& dst, const LocalTensor<T>& src,             \
                                const T& scalarValue, const int32_t& calCount) {                  \
        isa::IssueScalar<isa::ScalarOp::k##name, T, T>(                                           \
            isa::TakeCountOrRegister<isSetMask>(calCount), isa::Flat(dst), isa::Flat(src),        \
            scalarValue);                                                                         \
    }                                                                                             \
    template <typename T, typename U, bool isSetMask = true, isa::IfTraitScalar<T, U> = true>     \
    __aicore__ inline void name(const LocalTensor<T>& dst, const LocalTensor<T>& src,             \
                                const U& scalarValue, const int32_t& calCount) {                  \
        isa::IssueScalar<isa::ScalarOp::k##name, T, T>(                                           \
            isa::TakeCountOrRegister<isSetMask>(calCount), isa::Flat(dst), isa::Flat(src),        \
            scalarValue);                                                                         \
    }

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

namespace isa {
template <typename T>
ASCENDC_ALWAYS_INLINE void IssueShiftRight(const VecShape& shape, const VecOperand& dst,
                                           const VecOperand& src, const T& scalar, bool round) {
    if (round) {
        IssueScalar<ScalarOp::kShiftRightRound, T, T>(shape, dst, src, scalar);
    } else {
        IssueScalar<ScalarOp::kShiftRight, T, T>(shape, dst, src, scalar);
    }
}
}  // namespace isa

/// dst = src >> scalarValue, arithmetic for signed types; `roundEn` adds the last bit shifted out.
template <typename T, bool isSetMask = true>
__aicore__ inline void ShiftRight(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                  const T& scalarValue, uint64_t mask[], const uint8_t repeatTimes,
                                  const UnaryRepeatParams& repeatParams, bool roundEn = false) {
    isa::IssueShiftRight<T>(isa::TakeBits<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes),
                            isa::Strided(dst, repeatParams.dstBlkStride, repeatParams.dstRepStride),
                            isa::Strided(src, repeatParams.srcBlkStride, repeatParams.srcRepStride),
                            scalarValue, roundEn);
}
template <typename T, bool isSetMask = true>
__aicore__ inline void ShiftRight(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                  const T& scalarValue, uint64_t mask, const uint8_t repeatTimes,
                                  const UnaryRepeatParams& repeatParams, bool roundEn = false) {
    isa::IssueShiftRight<T>(isa::TakeLanes<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes),
                            isa::Strided(dst, repeatParams.dstBlkStride, repeatParams.dstRepStride),
                            isa::Strided(src, repeatParams.srcBlkStride, repeatParams.srcRepStride),
                            scalarValue, roundEn);
}
template <typename T, bool isSetMask = true>
__aicore__ inline void ShiftRight(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                  const T& scalarValue, const int32_t& calCount) {
    isa::IssueShiftRight<T>(isa::TakeCountOrRegister<isSetMask>(calCount), isa::Flat(dst),
                            isa::Flat(src), scalarValue, false);
}

/// dst += src * scalarValue; dst float may take half src.
template <typename T, typename U, bool isSetMask = true>
__aicore__ inline void Axpy(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                            const U& scalarValue, uint64_t mask, const uint8_t repeatTimes,
                            const UnaryRepeatParams& repeatParams) {
    isa::IssueScalar<isa::ScalarOp::kAxpy>(
        isa::TakeLanes<isSetMask>(mask, isa::kWiderBits<T, U>, repeatTimes), dst, src, scalarValue,
        repeatParams);
}
template <typename T, typename U, bool isSetMask = true>
__aicore__ inline void Axpy(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                            const U& scalarValue, uint64_t mask[], const uint8_t repeatTimes,
                            const UnaryRepeatParams& repeatParams) {
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
