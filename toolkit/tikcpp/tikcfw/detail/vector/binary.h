// Vector instructions with two source tensors.
#pragma once

#include "detail/vector/mask.h"
#include "isa/lacks.h"
#include "isa/vec_elementwise.h"

namespace AscendC {
namespace isa {

template <BinaryOp op, typename T, typename U = T>
ASCENDC_ALWAYS_INLINE void IssueBinary(const VecShape& shape, const VecOperand& dst,
                                       const VecOperand& src0, const VecOperand& src1,
                                       float param = 0.0f) {
    RequireTypeOf<op, PrimT<U>>();
    Issue(VecBinary{op, DTypeOf<PrimT<T>>, DTypeOf<PrimT<U>>, shape, dst, src0, src1, param});
}

template <BinaryOp op, typename T, typename U>
ASCENDC_ALWAYS_INLINE void IssueBinary(const VecShape& shape, const LocalTensor<T>& dst,
                                       const LocalTensor<U>& src0, const LocalTensor<U>& src1,
                                       const BinaryRepeatParams& params) {
    IssueBinary<op, T, U>(shape, Strided(dst, params.dstBlkStride, params.dstRepStride),
                          Strided(src0, params.src0BlkStride, params.src0RepStride),
                          Strided(src1, params.src1BlkStride, params.src1RepStride));
}

/// And, Or of `calCount` elements. The 910B takes them for elements of 16 bits, whatever T is.
template <BinaryOp op, typename T>
ASCENDC_ALWAYS_INLINE void IssueBitwise(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                                        const LocalTensor<T>& src1, int32_t calCount,
                                        const char* api = __builtin_FUNCTION()) {
    if constexpr ((SetOf(DTypeOf<PrimT<T>>) & (kSetI16 | kSetU16)) == 0) {
        constexpr OpTraits traits = TraitsOf(op);
        constexpr TypeTable all_on_220 = traits.types | Types(0, 0, kSetNumber, 0, 0);
        RequireType<op, DTypeOf<PrimT<T>>, all_on_220>();
        const DType type = CurrentCore().arch == 220 ? DType::kI16 : DTypeOf<PrimT<T>>;
        Issue(VecBinary{op, type, type, TakeCount(calCount, api), Flat(dst), Flat(src0), Flat(src1),
                        0});
    } else {
        IssueBinary<op, T>(TakeCount(calCount, api), Flat(dst), Flat(src0), Flat(src1));
    }
}

}  // namespace isa

/// dst = f(src0, src1): bit mask and repeats; mask and repeats; number of elements.
#define ASCENDC_VEC_BINARY(name)                                                              \
    ASCENDC_VEC_BINARY_MASKED(name)                                                           \
    template <typename T>                                                                     \
    __aicore__ inline void name(const LocalTensor<T>& dst, const LocalTensor<T>& src0,        \
                                const LocalTensor<T>& src1, const int32_t& calCount) {        \
        isa::IssueBinary<isa::BinaryOp::k##name, T>(isa::TakeCount(calCount), isa::Flat(dst), \
                                                    isa::Flat(src0), isa::Flat(src1));        \
    }
#define ASCENDC_VEC_BITWISE(name)                                                      \
    ASCENDC_VEC_BINARY_MASKED(name)                                                    \
    template <typename T>                                                              \
    __aicore__ inline void name(const LocalTensor<T>& dst, const LocalTensor<T>& src0, \
                                const LocalTensor<T>& src1, const int32_t& calCount) { \
        isa::IssueBitwise<isa::BinaryOp::k##name>(dst, src0, src1, calCount);          \
    }
#define ASCENDC_VEC_BINARY_MASKED(name)                                                           \
    template <typename T, bool isSetMask = true>                                                  \
    __aicore__ inline void name(                                                                  \
        const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,        \
        uint64_t mask[], const uint8_t repeatTimes, const BinaryRepeatParams& repeatParams) {     \
        isa::RequireRepeats<isa::BinaryOp::k##name, PrimT<T>>();                                  \
        isa::IssueBinary<isa::BinaryOp::k##name>(                                                 \
            isa::TakeBits<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes), dst, src0, src1,        \
            repeatParams);                                                                        \
    }                                                                                             \
    template <typename T, bool isSetMask = true>                                                  \
    __aicore__ inline void name(                                                                  \
        const LocalTensor<T>& dst, const LocalTensor<T>& src0, const LocalTensor<T>& src1,        \
        uint64_t mask, const uint8_t repeatTimes, const BinaryRepeatParams& repeatParams) {       \
        isa::RequireRepeats<isa::BinaryOp::k##name, PrimT<T>>();                                  \
        isa::IssueBinary<isa::BinaryOp::k##name>(                                                 \
            isa::TakeLanes<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes), dst, src0, src1,       \
            repeatParams);                                                                        \
    }                                                                                             \
    ASCENDC_WIDE_REPEATS(name,                                                                    \
                         ASCENDC_ARGUMENTS(const LocalTensor<T>& dst, const LocalTensor<T>& src0, \
                                           const LocalTensor<T>& src1),                           \
                         ASCENDC_ARGUMENTS(dst, src0, src1), BinaryRepeatParams)

ASCENDC_VEC_BINARY(Add)
ASCENDC_VEC_BINARY(Sub)
ASCENDC_VEC_BINARY(Mul)
ASCENDC_VEC_BINARY(Div)
ASCENDC_VEC_BINARY(Max)
ASCENDC_VEC_BINARY(Min)
ASCENDC_VEC_BITWISE(And)
ASCENDC_VEC_BITWISE(Or)
ASCENDC_VEC_BINARY(AddRelu)
ASCENDC_VEC_BINARY(SubRelu)
ASCENDC_VEC_BINARY(FusedMulAdd)
ASCENDC_VEC_BINARY(FusedMulAddRelu)
#undef ASCENDC_VEC_BINARY
#undef ASCENDC_VEC_BITWISE
#undef ASCENDC_VEC_BINARY_MASKED

namespace isa {
/// The conversions that instructions have which compute and convert at once.
template <BinaryOp op, typename T, typename U>
constexpr bool IsFused() {
    constexpr DType kTo = DTypeOf<PrimT<T>>;
    constexpr DType kFrom = DTypeOf<PrimT<U>>;
    if constexpr (op == BinaryOp::kAddRelu || op == BinaryOp::kSubRelu) {
        return (kTo == DType::kI8 && (kFrom == DType::kF16 || kFrom == DType::kI16)) ||
               (kTo == DType::kF16 && kFrom == DType::kF32);
    } else if constexpr (op == BinaryOp::kMul) {
        return (kTo == DType::kI8 || kTo == DType::kU8) && kFrom == DType::kF16;
    }
    return true;
}
template <BinaryOp op, typename T, typename U, typename... Arguments>
ASCENDC_ALWAYS_INLINE void IssueFused(const VecShape& shape, const Arguments&... arguments) {
    static_assert(IsFused<op, T, U>(), "the instruction has no such conversion");
    if constexpr (op == BinaryOp::kMul) {
        ASCENDC_REQUIRE_API("MulCast", 100);
    }
    IssueBinary<op, T, U>(shape, arguments...);
}
}  // namespace isa

/// The same with a separate destination type; lanes are counted by the wider type.
#define ASCENDC_VEC_BINARY_MIXED(name, op, count_type, bits_mask)                                 \
    template <typename T, typename U, bool isSetMask = true>                                      \
    __aicore__ inline void name(const LocalTensor<T>& dst, const LocalTensor<U>& src0,            \
                                const LocalTensor<U>& src1, bits_mask mask[],                     \
                                const isa::Parameter<uint8_t> repeatTimes,                        \
                                const BinaryRepeatParams& repeatParams) {                         \
        isa::RequireRepeats<isa::BinaryOp::k##op, PrimT<U>>();                                    \
        isa::IssueFused<isa::BinaryOp::k##op, T, U>(                                              \
            isa::TakeBits<isSetMask>(mask, isa::kWiderBits<T, U>, repeatTimes), dst, src0, src1,  \
            repeatParams);                                                                        \
    }                                                                                             \
    template <typename T, typename U, bool isSetMask = true>                                      \
    __aicore__ inline void name(const LocalTensor<T>& dst, const LocalTensor<U>& src0,            \
                                const LocalTensor<U>& src1, uint64_t mask,                        \
                                const isa::Parameter<uint8_t> repeatTimes,                        \
                                const BinaryRepeatParams& repeatParams) {                         \
        isa::RequireRepeats<isa::BinaryOp::k##op, PrimT<U>>();                                    \
        isa::IssueFused<isa::BinaryOp::k##op, T, U>(                                              \
            isa::TakeLanes<isSetMask>(mask, isa::kWiderBits<T, U>, repeatTimes), dst, src0, src1, \
            repeatParams);                                                                        \
    }                                                                                             \
    template <typename T, typename U>                                                             \
    __aicore__ inline void name(const LocalTensor<T>& dst, const LocalTensor<U>& src0,            \
                                const LocalTensor<U>& src1, count_type calCount) {                \
        isa::IssueFused<isa::BinaryOp::k##op, T, U>(isa::TakeCount(calCount), isa::Flat(dst),     \
                                                    isa::Flat(src0), isa::Flat(src1));            \
    }

ASCENDC_VEC_BINARY_MIXED(MulAddDst, MulAddDst, const int32_t&, const uint64_t)
ASCENDC_VEC_BINARY_MIXED(AddDeqRelu, AddDeqRelu, const int32_t&, uint64_t)
ASCENDC_VEC_BINARY_MIXED(AddReluCast, AddRelu, const isa::Parameter<uint32_t>, uint64_t)
ASCENDC_VEC_BINARY_MIXED(SubReluCast, SubRelu, const isa::Parameter<uint32_t>, uint64_t)
ASCENDC_VEC_BINARY_MIXED(MulCast, Mul, const isa::Parameter<uint32_t>, uint64_t)
#undef ASCENDC_VEC_BINARY_MIXED

/// The forms of AddDeqRelu without type parameters.
template <bool isSetMask = true>
__aicore__ inline void AddDeqRelu(const LocalTensor<half>& dst, const LocalTensor<int32_t>& src0,
                                  const LocalTensor<int32_t>& src1, uint64_t mask[],
                                  const isa::Parameter<uint8_t> repeatTimes,
                                  const BinaryRepeatParams& repeatParams) {
    AddDeqRelu<half, int32_t, isSetMask>(dst, src0, src1, mask, repeatTimes, repeatParams);
}
template <bool isSetMask = true>
__aicore__ inline void AddDeqRelu(const LocalTensor<half>& dst, const LocalTensor<int32_t>& src0,
                                  const LocalTensor<int32_t>& src1, uint64_t mask,
                                  const isa::Parameter<uint8_t> repeatTimes,
                                  const BinaryRepeatParams& repeatParams) {
    AddDeqRelu<half, int32_t, isSetMask>(dst, src0, src1, mask, repeatTimes, repeatParams);
}

}  // namespace AscendC
