// Newer names, with other parameter orders, of instructions that CANN 8.1 has too.
#pragma once

#include "detail/vector/binary.h"
#include "detail/vector/cast.h"
#include "detail/vector/reduce.h"

namespace AscendC {

enum class ReduceType { NONE = -1, SUM = 0, MAX, MIN };

namespace isa {
constexpr ReduceOp OpOf(ReduceType type) {
    return type == ReduceType::SUM   ? ReduceOp::kSum
           : type == ReduceType::MAX ? ReduceOp::kMax
                                     : ReduceOp::kMin;
}
constexpr VecApi WholeApiOf(ReduceType type) {
    return type == ReduceType::SUM   ? VecApi::kWholeReduceSum
           : type == ReduceType::MAX ? VecApi::kWholeReduceMax
                                     : VecApi::kWholeReduceMin;
}
constexpr VecApi BlockApiOf(ReduceType type) {
    return type == ReduceType::SUM   ? VecApi::kBlockReduceSum
           : type == ReduceType::MAX ? VecApi::kBlockReduceMax
                                     : VecApi::kBlockReduceMin;
}
template <ReduceType type>
constexpr bool kIsReduction = type != ReduceType::NONE;

/// Lanes of a call with `mask` lanes, or with a bit mask.
template <typename T, bool isSetMask>
ASCENDC_ALWAYS_INLINE VecShape TakeMask(int32_t mask, int32_t repeat,
                                        const char* api = __builtin_FUNCTION()) {
    return TakeLanes<isSetMask>(static_cast<uint64_t>(mask), kBitsOf<T>, repeat, api);
}
template <typename T, bool isSetMask>
ASCENDC_ALWAYS_INLINE VecShape TakeMask(const uint64_t* mask, int32_t repeat,
                                        const char* api = __builtin_FUNCTION()) {
    return TakeBits<isSetMask>(mask, kBitsOf<T>, repeat, api);
}
}  // namespace isa

#define ASCENDC_VEC_RENAMED_REDUCE(mask_type)                                                      \
    /* As WholeReduceSum, Max and Min. */                                                          \
    template <ReduceType reduceType, typename T, typename U, bool isSetMask = true>                \
    __aicore__ inline void ReduceRepeat(                                                           \
        const LocalTensor<T>& dst, const LocalTensor<U>& src, const mask_type, int32_t repeatTime, \
        const int32_t dstRepStride, const int32_t srcBlkStride, const int32_t srcRepStride,        \
        ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX) {                                      \
        static_assert(isa::kIsReduction<reduceType>, "SUM, MAX and MIN are supported");            \
        isa::IssueWhole<isa::WholeApiOf(reduceType), T>(                                           \
            isa::OpOf(reduceType), order, isa::TakeMask<T, isSetMask>(mask, repeatTime), dst, src, \
            dstRepStride, srcBlkStride, srcRepStride);                                             \
    }                                                                                              \
    /* As BlockReduceSum, Max and Min. */                                                          \
    template <ReduceType reduceType, typename T, typename U, bool isSetMask = true>                \
    __aicore__ inline void ReduceDataBlock(                                                        \
        const LocalTensor<T>& dst, const LocalTensor<U>& src, const mask_type, int32_t repeatTime, \
        const int32_t dstRepStride, const int32_t srcBlkStride, const int32_t srcRepStride) {      \
        static_assert(isa::kIsReduction<reduceType>, "SUM, MAX and MIN are supported");            \
        isa::IssueParts<isa::BlockApiOf(reduceType), T>(                                           \
            isa::OpOf(reduceType), isa::ReduceSpan::kBlock,                                        \
            isa::TakeMask<T, isSetMask>(mask, repeatTime), dst, src, dstRepStride, srcBlkStride,   \
            srcRepStride);                                                                         \
    }                                                                                              \
    /* As PairReduceSum. */                                                                        \
    template <ReduceType reduceType, typename T, typename U, bool isSetMask = true>                \
    __aicore__ inline void ReducePairElem(                                                         \
        const LocalTensor<T>& dst, const LocalTensor<U>& src, const mask_type, int32_t repeatTime, \
        const int32_t dstRepStride, const int32_t srcBlkStride, const int32_t srcRepStride) {      \
        static_assert(reduceType == ReduceType::SUM, "SUM is supported");                          \
        isa::IssueParts<isa::VecApi::kPairReduceSum, T>(                                           \
            isa::ReduceOp::kSum, isa::ReduceSpan::kPair,                                           \
            isa::TakeMask<T, isSetMask>(mask, repeatTime), dst, src, dstRepStride, srcBlkStride,   \
            srcRepStride);                                                                         \
    }
ASCENDC_VEC_RENAMED_REDUCE(int32_t mask)
ASCENDC_VEC_RENAMED_REDUCE(uint64_t mask[])
#undef ASCENDC_VEC_RENAMED_REDUCE

template <typename T>
__aicore__ inline void GetReduceRepeatMaxMinSpr(T& maxMinValue, T& maxMinIndex) {
    GetReduceMaxMinCount<T>(maxMinValue, maxMinIndex);
}
template <typename T>
__aicore__ inline void GetReduceRepeatMaxMinSpr(T& maxMinValue) {
    GetReduceMaxMinCount<T>(maxMinValue);
}
template <typename T>
__aicore__ inline T GetReduceRepeatSumSpr() {
    return GetAccVal<T>();
}

template <typename T, bool isSetMask = true, typename Mask>
__aicore__ inline void MulAddRelu(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                                  const LocalTensor<T>& src1, Mask mask,
                                  const isa::Parameter<uint8_t> repeatTime,
                                  const BinaryRepeatParams& repeatParams) {
    FusedMulAddRelu<T, isSetMask>(dst, src0, src1, mask, repeatTime, repeatParams);
}
template <typename T>
__aicore__ inline void MulAddRelu(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                                  const LocalTensor<T>& src1, const int32_t& count) {
    FusedMulAddRelu<T>(dst, src0, src1, count);
}

template <typename T, typename U, bool isSetMask = true, bool isVecDeq = true,
          bool halfBlock = true, typename Mask>
__aicore__ inline void CastDequant(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                                   const Mask mask, isa::Parameter<uint8_t> repeatTime,
                                   const UnaryRepeatParams& repeatParams) {
    CastDeq<T, U, isSetMask, isVecDeq, halfBlock>(dst, src, mask, repeatTime, repeatParams);
}
template <typename T, typename U, bool isVecDeq = true, bool halfBlock = true>
__aicore__ inline void CastDequant(const LocalTensor<T>& dst, const LocalTensor<U>& src,
                                   const isa::Parameter<uint32_t> count) {
    CastDeq<T, U, isVecDeq, halfBlock>(dst, src, count);
}

}  // namespace AscendC
