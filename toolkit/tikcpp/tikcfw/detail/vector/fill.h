// Fills, index vectors and copies inside the unified buffer.
#pragma once

#include "detail/vector/mask.h"
#include "isa/vec_fill.h"

namespace AscendC {
namespace isa {

template <typename T>
ASCENDC_ALWAYS_INLINE void IssueDuplicate(const VecShape& shape, const VecOperand& dst,
                                          const PrimT<T>& scalar) {
    RequireTypeOf<VecApi::kDuplicate, PrimT<T>>();
    Issue(VecDuplicate{sizeof(PrimT<T>), shape, dst, ScalarBits(scalar)});
}

template <typename T>
ASCENDC_ALWAYS_INLINE void IssueIndex(const VecShape& shape, const VecOperand& dst,
                                      const PrimT<T>& first) {
    RequireTypeOf<VecApi::kCreateVecIndex, PrimT<T>>();
    Issue(VecIndex{DTypeOf<PrimT<T>>, shape, dst, ScalarBits(first)});
}

}  // namespace isa

/// dst = scalarValue.
template <typename T, bool isSetMask = true>
__aicore__ inline void Duplicate(const LocalTensor<T>& dst, const T& scalarValue, uint64_t mask,
                                 const isa::Parameter<uint8_t> repeatTimes,
                                 const isa::Parameter<uint16_t> dstBlockStride,
                                 const isa::Parameter<uint8_t> dstRepeatStride) {
    isa::RequireRepeats<isa::VecApi::kDuplicate, PrimT<T>>();
    isa::IssueDuplicate<T>(isa::TakeLanes<isSetMask>(mask, sizeof(T) * 8, repeatTimes),
                           isa::Strided(dst, dstBlockStride, dstRepeatStride), scalarValue);
}
template <typename T, bool isSetMask = true>
__aicore__ inline void Duplicate(const LocalTensor<T>& dst, const T& scalarValue, uint64_t mask[],
                                 const isa::Parameter<uint8_t> repeatTimes,
                                 const isa::Parameter<uint16_t> dstBlockStride,
                                 const isa::Parameter<uint8_t> dstRepeatStride) {
    isa::RequireRepeats<isa::VecApi::kDuplicate, PrimT<T>>();
    isa::IssueDuplicate<T>(isa::TakeBits<isSetMask>(mask, sizeof(T) * 8, repeatTimes),
                           isa::Strided(dst, dstBlockStride, dstRepeatStride), scalarValue);
}
template <typename T>
__aicore__ inline void Duplicate(const LocalTensor<T>& dst, const T& scalarValue,
                                 const int32_t& calCount) {
    isa::IssueDuplicate<T>(isa::TakeCount(calCount), isa::Flat(dst), scalarValue);
}

/// The internal forms of CANN's headers that operators call: addresses instead of tensors.
template <typename T>
__aicore__ inline void DuplicateImpl(__ubuf__ T* dst, const T& scalarValue,
                                     const int32_t& calCount) {
    isa::IssueDuplicate<T>(isa::TakeCount(calCount), isa::Flat(static_cast<const void*>(dst)),
                           scalarValue);
}
template <typename T, bool isSetMask = true>
__aicore__ inline void DuplicateImpl(__ubuf__ T* dst, const T& scalarValue, uint64_t mask,
                                     const isa::Parameter<uint8_t> repeatTimes,
                                     const isa::Parameter<uint16_t> dstBlockStride,
                                     const isa::Parameter<uint8_t> dstRepeatStride) {
    isa::IssueDuplicate<T>(
        isa::TakeLanes<isSetMask>(mask, sizeof(T) * 8, repeatTimes),
        isa::Strided(static_cast<const void*>(dst), dstBlockStride, dstRepeatStride), scalarValue);
}
template <typename T, bool isSetMask = true>
__aicore__ inline void DuplicateImpl(__ubuf__ T* dst, const T& scalarValue, uint64_t mask[],
                                     const isa::Parameter<uint8_t> repeatTimes,
                                     const isa::Parameter<uint16_t> dstBlockStride,
                                     const isa::Parameter<uint8_t> dstRepeatStride) {
    isa::IssueDuplicate<T>(
        isa::TakeBits<isSetMask>(mask, sizeof(T) * 8, repeatTimes),
        isa::Strided(static_cast<const void*>(dst), dstBlockStride, dstRepeatStride), scalarValue);
}

/// dst[i] = firstValue + i, i counting lanes over all repeats.
template <typename T>
__aicore__ inline void CreateVecIndex(LocalTensor<T>& dst, const T& firstValue, uint64_t mask,
                                      isa::Parameter<uint8_t> repeatTimes,
                                      isa::Parameter<uint16_t> dstBlkStride,
                                      isa::Parameter<uint8_t> dstRepStride) {
    isa::RequireRepeats<isa::VecApi::kCreateVecIndex, PrimT<T>>();
    isa::IssueIndex<T>(isa::TakeLanes<true>(mask, sizeof(T) * 8, repeatTimes),
                       isa::Strided(dst, dstBlkStride, dstRepStride), firstValue);
}
template <typename T>
__aicore__ inline void CreateVecIndex(LocalTensor<T>& dst, const T& firstValue, uint64_t mask[],
                                      isa::Parameter<uint8_t> repeatTimes,
                                      isa::Parameter<uint16_t> dstBlkStride,
                                      isa::Parameter<uint8_t> dstRepStride) {
    isa::RequireRepeats<isa::VecApi::kCreateVecIndex, PrimT<T>>();
    isa::IssueIndex<T>(isa::TakeBits<true>(mask, sizeof(T) * 8, repeatTimes),
                       isa::Strided(dst, dstBlkStride, dstRepStride), firstValue);
}
template <typename T>
__aicore__ inline void CreateVecIndex(LocalTensor<T> dst, const T& firstValue,
                                      isa::Parameter<uint32_t> calCount) {
    isa::IssueIndex<T>(isa::TakeCount(calCount), isa::Flat(dst), firstValue);
}

namespace isa {
/// Copies the lanes of `shape` in each repeat. In counter mode the mask counts the elements of one
/// repeat, which may be more than 8 blocks: these follow each other with the strides of blocks.
template <typename T>
ASCENDC_ALWAYS_INLINE void IssueCopy(const VecShape& shape, const LocalTensor<T>& dst,
                                     const LocalTensor<T>& src, uint32_t repeat,
                                     const CopyRepeatParams& params) {
    RequireTypeAtRun<VecApi::kCopy, PrimT<T>>();
    VecOperand to = Strided(dst, params.dstStride, params.dstRepeatSize, "Copy");
    VecOperand from = Strided(src, params.srcStride, params.srcRepeatSize, "Copy");
    if (shape.mode != VecMode::kCounter) {
        Issue(VecCopy{sizeof(T), shape, to, from});
        return;
    }
    const uint32_t steps[] = {to.rep_stride * kBlockBytes, from.rep_stride * kBlockBytes};
    to.rep_stride = to.blk_stride * (kRepeatBytes / kBlockBytes);
    from.rep_stride = from.blk_stride * (kRepeatBytes / kBlockBytes);
    for (uint32_t i = 0; i < repeat; ++i) {
        Issue(VecCopy{sizeof(T), shape, to, from});
        to.addr = static_cast<uint8_t*>(to.addr) + steps[0];
        from.addr = static_cast<uint8_t*>(from.addr) + steps[1];
    }
}
}  // namespace isa

/// UB -> UB copy of the selected lanes. In counter mode the mask counts the elements of one repeat.
template <typename T, bool isSetMask = true>
__aicore__ inline void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                            const uint64_t mask, const isa::Parameter<uint8_t> repeatTimes,
                            const CopyRepeatParams& repeatParams) {
    isa::IssueCopy(isa::TakeLanes<isSetMask>(mask, sizeof(T) * 8, repeatTimes), dst, src,
                   static_cast<uint32_t>(repeatTimes), repeatParams);
}
template <typename T, bool isSetMask = true>
__aicore__ inline void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                            const uint64_t mask[], const isa::Parameter<uint8_t> repeatTimes,
                            const CopyRepeatParams& repeatParams) {
    isa::IssueCopy(isa::TakeBits<isSetMask>(mask, sizeof(T) * 8, repeatTimes), dst, src,
                   static_cast<uint32_t>(repeatTimes), repeatParams);
}

/// Each repeat broadcasts 8 elements over 8 blocks.
template <typename T>
__aicore__ inline void Brcb(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                            const isa::Parameter<uint8_t> repeatTimes,
                            const BrcbRepeatParams& repeatParams) {
    isa::RequireTypeAtRun<isa::VecApi::kBrcb, PrimT<T>>();
    isa::ExpectRepeat("Brcb", repeatTimes);
    const uint32_t block_stride = static_cast<uint32_t>(repeatParams.dstBlkStride);
    const uint32_t stride = block_stride == 0 ? 1 : block_stride;  // as its page computes
    isa::Issue(isa::VecBrcb{sizeof(T), repeatTimes,
                            isa::Strided(dst, stride, repeatParams.dstRepStride), src0.Data()});
}

}  // namespace AscendC
