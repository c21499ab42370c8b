// Conversions between element types.
#pragma once

#include "detail/vector/cast_pairs.h"
#include "detail/vector/mask.h"
#include "isa/lacks.h"
#include "isa/vec_elementwise.h"

namespace AscendC {
namespace isa {

/// A conversion as an instruction.
template <typename T, typename U>
ASCENDC_ALWAYS_INLINE void IssueConversion(RoundMode mode, const VecShape& shape,
                                           const VecOperand& dst, const VecOperand& src) {
    constexpr DType kTo = DTypeOf<PrimT<T>>;
    constexpr DType kFrom = DTypeOf<PrimT<U>>;
    RequireCast<kTo, kFrom>();
    Issue(VecCast{kTo, kFrom, static_cast<Round>(mode), shape, dst, src});
}

template <typename T, typename U>
ASCENDC_ALWAYS_INLINE void IssueCast(RoundMode mode, const VecShape& shape, const VecOperand& dst,
                                     const VecOperand& src) {
    if (HasRounding<DTypeOf<PrimT<T>>, DTypeOf<PrimT<U>>>(static_cast<uint32_t>(mode))) {
        IssueConversion<T, U>(mode, shape, dst, src);
    }
}

/// A word of dequantisation parameters as the hardware keeps it.
ASCENDC_ALWAYS_INLINE uint64_t DeqWord(float scale, int16_t offset, bool is_signed) {
    return (ScalarBits(scale) & 0xffffffffU) | (static_cast<uint64_t>(offset & 0x1ff) << 37) |
           (static_cast<uint64_t>(is_signed) << 46);
}

}  // namespace isa

/// dst = src converted to T1. Lanes are counted by the wider type. Integers saturate.
template <typename T1, typename T2, bool isSetMask = true>
__aicore__ ASCENDC_ALWAYS_INLINE void Cast(const LocalTensor<T1>& dst, const LocalTensor<T2>& src,
                                           const RoundMode& round_mode, const uint64_t mask[],
                                           const isa::Parameter<uint8_t> repeatTimes,
                                           const UnaryRepeatParams& repeatParams) {
    isa::IssueCast<T1, T2>(round_mode,
                           isa::TakeBits<isSetMask>(mask, isa::kWiderBits<T1, T2>, repeatTimes),
                           isa::Strided(dst, repeatParams.dstBlkStride, repeatParams.dstRepStride),
                           isa::Strided(src, repeatParams.srcBlkStride, repeatParams.srcRepStride));
}
template <typename T1, typename T2, bool isSetMask = true>
__aicore__ ASCENDC_ALWAYS_INLINE void Cast(const LocalTensor<T1>& dst, const LocalTensor<T2>& src,
                                           const RoundMode& round_mode, const uint64_t mask,
                                           const isa::Parameter<uint8_t> repeatTimes,
                                           const UnaryRepeatParams& repeatParams) {
    isa::IssueCast<T1, T2>(round_mode,
                           isa::TakeLanes<isSetMask>(mask, isa::kWiderBits<T1, T2>, repeatTimes),
                           isa::Strided(dst, repeatParams.dstBlkStride, repeatParams.dstRepStride),
                           isa::Strided(src, repeatParams.srcBlkStride, repeatParams.srcRepStride));
}
template <typename T1, typename T2>
__aicore__ ASCENDC_ALWAYS_INLINE void Cast(const LocalTensor<T1>& dst, const LocalTensor<T2>& src,
                                           const RoundMode& round_mode,
                                           const isa::Parameter<uint32_t> calCount) {
    isa::IssueCast<T1, T2>(round_mode, isa::TakeCount(calCount), isa::Flat(dst), isa::Flat(src));
}

/// Scale of int32 -> half conversions and of AddDeqRelu.
__aicore__ inline void SetDeqScale(half scale) {
    isa::Core& core = isa::CurrentCore();
    core.deq_scale = isa::ScalarBits(scale);
    core.deq_tensor = nullptr;
}

/// Scale, offset and signedness of the result of CastDeq.
__aicore__ inline void SetDeqScale(float scale, int16_t offset, bool signMode) {
    isa::Core& core = isa::CurrentCore();
    core.deq_scale = isa::DeqWord(scale, offset, signMode);
    core.deq_tensor = nullptr;
}

/// The same for each of 16 lanes; `vdeqTensor` (128 bytes) holds the parameters while they are in
/// use.
template <typename T>
__aicore__ inline void SetDeqScale(const LocalTensor<T>& vdeqTensor, const VdeqInfo& vdeqInfo) {
    uint64_t* words = reinterpret_cast<uint64_t*>(vdeqTensor.Data());
    isa::Note(isa::ScalarEvent{true, false, Hardware::UB, VDEQ_TENSOR_SIZE * sizeof(uint64_t),
                               words, words, vdeqTensor.GetLength()});
    for (int32_t i = 0; i < VDEQ_TENSOR_SIZE; ++i) {
        isa::StoreLocal(words + i, isa::DeqWord(vdeqInfo.vdeqScale[i], vdeqInfo.vdeqOffset[i],
                                                vdeqInfo.vdeqSignMode[i]));
    }
    isa::CurrentCore().deq_tensor = words;
}

namespace isa {
template <typename T1, typename T2, bool isVecDeq, bool halfBlock>
ASCENDC_ALWAYS_INLINE void IssueCastDeq(const VecShape& shape, const VecOperand& dst,
                                        const VecOperand& src) {
    ASCENDC_REQUIRE_API("CastDeq", 100);
    Issue(VecCastDeq{DTypeOf<PrimT<T1>>, DTypeOf<PrimT<T2>>, isVecDeq, halfBlock, shape, dst, src});
}
}  // namespace isa

/// dst = src dequantised; 8-bit results take the upper (halfBlock) or lower half of each block.
template <typename T1, typename T2, bool isSetMask = true, bool isVecDeq = true,
          bool halfBlock = true>
__aicore__ inline void CastDeq(const LocalTensor<T1>& dst, const LocalTensor<T2>& src,
                               const uint64_t mask[], const isa::Parameter<uint8_t> repeatTimes,
                               const UnaryRepeatParams& repeatParams) {
    isa::IssueCastDeq<T1, T2, isVecDeq, halfBlock>(
        isa::TakeBits<isSetMask>(mask, isa::kWiderBits<T1, T2>, repeatTimes),
        isa::Strided(dst, repeatParams.dstBlkStride, repeatParams.dstRepStride),
        isa::Strided(src, repeatParams.srcBlkStride, repeatParams.srcRepStride));
}
template <typename T1, typename T2, bool isSetMask = true, bool isVecDeq = true,
          bool halfBlock = true>
__aicore__ inline void CastDeq(const LocalTensor<T1>& dst, const LocalTensor<T2>& src,
                               const int32_t mask, const isa::Parameter<uint8_t> repeatTimes,
                               const UnaryRepeatParams& repeatParams) {
    isa::IssueCastDeq<T1, T2, isVecDeq, halfBlock>(
        isa::TakeLanes<isSetMask>(static_cast<uint64_t>(mask), isa::kWiderBits<T1, T2>,
                                  repeatTimes),
        isa::Strided(dst, repeatParams.dstBlkStride, repeatParams.dstRepStride),
        isa::Strided(src, repeatParams.srcBlkStride, repeatParams.srcRepStride));
}
template <typename T1, typename T2, bool isVecDeq = true, bool halfBlock = true>
__aicore__ inline void CastDeq(const LocalTensor<T1>& dst, const LocalTensor<T2>& src,
                               const isa::Parameter<uint32_t> calCount) {
    isa::IssueCastDeq<T1, T2, isVecDeq, halfBlock>(isa::TakeCount(calCount), isa::Flat(dst),
                                                   isa::Flat(src));
}

}  // namespace AscendC
