// Vector instructions with one source.
#pragma once

#include "detail/vector/mask.h"
#include "isa/vec_elementwise.h"

namespace AscendC {
namespace isa {

template <UnaryOp op, typename T, bool separate = false>
ASCENDC_ALWAYS_INLINE void IssueUnary(const VecShape& shape, const VecOperand& dst,
                                      const VecOperand& src) {
    RequireTypeOf<op, PrimT<T>>();
    Issue(VecUnary{op, DTypeOf<PrimT<T>>, separate, shape, dst, src});
}

}  // namespace isa

/// dst = f(src): bit mask and repeats; mask and repeats; number of elements.
#define ASCENDC_VEC_UNARY(name)                                                                   \
    template <typename T, bool isSetMask = true>                                                  \
    __aicore__ inline void name(const LocalTensor<T>& dst, const LocalTensor<T>& src,             \
                                uint64_t mask[], const uint8_t repeatTimes,                       \
                                const UnaryRepeatParams& repeatParams) {                          \
        isa::RequireRepeats<isa::UnaryOp::k##name, PrimT<T>>();                                   \
        isa::IssueUnary<isa::UnaryOp::k##name, T>(                                                \
            isa::TakeBits<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes),                         \
            isa::Strided(dst, repeatParams.dstBlkStride, repeatParams.dstRepStride),              \
            isa::Strided(src, repeatParams.srcBlkStride, repeatParams.srcRepStride));             \
    }                                                                                             \
    template <typename T, bool isSetMask = true>                                                  \
    __aicore__ inline void name(const LocalTensor<T>& dst, const LocalTensor<T>& src,             \
                                uint64_t mask, const uint8_t repeatTimes,                         \
                                const UnaryRepeatParams& repeatParams) {                          \
        isa::RequireRepeats<isa::UnaryOp::k##name, PrimT<T>>();                                   \
        isa::IssueUnary<isa::UnaryOp::k##name, T>(                                                \
            isa::TakeLanes<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes),                        \
            isa::Strided(dst, repeatParams.dstBlkStride, repeatParams.dstRepStride),              \
            isa::Strided(src, repeatParams.srcBlkStride, repeatParams.srcRepStride));             \
    }                                                                                             \
    ASCENDC_WIDE_REPEATS(name,                                                                    \
                         ASCENDC_ARGUMENTS(const LocalTensor<T>& dst, const LocalTensor<T>& src), \
                         ASCENDC_ARGUMENTS(dst, src), UnaryRepeatParams)                          \
    template <typename T>                                                                         \
    __aicore__ inline void name(const LocalTensor<T>& dst, const LocalTensor<T>& src,             \
                                const int32_t& calCount) {                                        \
        isa::IssueUnary<isa::UnaryOp::k##name, T>(isa::TakeCount(calCount), isa::Flat(dst),       \
                                                  isa::Flat(src));                                \
    }

ASCENDC_VEC_UNARY(Relu)
ASCENDC_VEC_UNARY(Exp)
ASCENDC_VEC_UNARY(Ln)
ASCENDC_VEC_UNARY(Abs)
ASCENDC_VEC_UNARY(Reciprocal)
ASCENDC_VEC_UNARY(Rsqrt)
ASCENDC_VEC_UNARY(Sqrt)
ASCENDC_VEC_UNARY(Not)
ASCENDC_VEC_UNARY(Neg)
#undef ASCENDC_VEC_UNARY

}  // namespace AscendC
