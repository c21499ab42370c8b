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
    isa::IssueDuplicate<T>(isa::TakeLanes<isSetMask>(mask, sizeof(T) * 8, repeatTimes),
                           isa::Strided(dst, dstBlockStride, dstRepeatStride), scalarValue);
}
template <typename T, bool isSetMask = true>
__aicore__ inline void Duplicate(const LocalTensor<T>& dst, const T& scalarValue, uint64_t mask[],
                                 const isa::Parameter<uint8_t> repeatTimes,
                                 const isa::Parameter<uint16_t> dstBlockStride,
                                 const isa::Parameter<uint8_t> dstRepeatStride) {
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
    isa::IssueIndex<T>(isa::TakeLanes<true>(mask, sizeof(T) * 8, repeatTimes),
                       isa::Strided(dst, dstBlkStride, dstRepStride), firstValue);
}
template <typename T>
__aicore__ inline void CreateVecIndex(LocalTensor<T>& dst, const T& firstValue, uint64_t mask[],
                                      isa::Parameter<uint8_t> repeatTimes,
                                      isa::Parameter<uint16_t> dstBlkStride,
                                      isa::Parameter<uint8_t> dstRepStride) {
    isa::IssueIndex<T>(isa::TakeBits<true>(mask, sizeof(T) * 8, repeatTimes),
                       isa::Strided(dst, dstBlkStride, dstRepStride), firstValue);
}
template <typename T>
__aicore__ inline void CreateVecIndex(LocalTensor<T> dst, const T& firstValue,
                                      isa::Parameter<uint32_t> calCount) {
    isa::IssueIndex<T>(isa::TakeCount(calCount), isa::Flat(dst), firstValue);
}

namespace isa {
/// In counter mode the mask of a Copy counts the elements of one repeat.
ASCENDC_ALWAYS_INLINE VecShape ShapeOfCopy(VecShape shape, uint32_t size, uint32_t repeat) {
    if (shape.mode == VecMode::kCounter) {
        PrefixMask(shape.count, kRepeatBytes / size, shape.mask);
        return VecShape{{shape.mask[0], shape.mask[1]}, 0, repeat, VecMode::kMask};
    }
    return shape;
}
}  // namespace isa

/// UB -> UB copy of the selected lanes. In counter mode the mask counts the elements of one repeat.
template <typename T, bool isSetMask = true>
__aicore__ inline void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                            const uint64_t mask, const isa::Parameter<uint8_t> repeatTimes,
                            const CopyRepeatParams& repeatParams) {
    isa::RequireTypeOf<isa::VecApi::kCopy, PrimT<T>>();
    const isa::VecShape shape =
        isa::ShapeOfCopy(isa::TakeLanes<isSetMask>(mask, sizeof(T) * 8, repeatTimes), sizeof(T),
                         static_cast<uint32_t>(repeatTimes));
    isa::Issue(isa::VecCopy{sizeof(T), shape,
                            isa::Strided(dst, repeatParams.dstStride, repeatParams.dstRepeatSize),
                            isa::Strided(src, repeatParams.srcStride, repeatParams.srcRepeatSize)});
}
template <typename T, bool isSetMask = true>
__aicore__ inline void Copy(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                            const uint64_t mask[], const isa::Parameter<uint8_t> repeatTimes,
                            const CopyRepeatParams& repeatParams) {
    isa::RequireTypeOf<isa::VecApi::kCopy, PrimT<T>>();
    const isa::VecShape shape =
        isa::ShapeOfCopy(isa::TakeBits<isSetMask>(mask, sizeof(T) * 8, repeatTimes), sizeof(T),
                         static_cast<uint32_t>(repeatTimes));
    isa::Issue(isa::VecCopy{sizeof(T), shape,
                            isa::Strided(dst, repeatParams.dstStride, repeatParams.dstRepeatSize),
                            isa::Strided(src, repeatParams.srcStride, repeatParams.srcRepeatSize)});
}

/// Each repeat spreads 8 elements over 8 blocks.
template <typename T>
__aicore__ inline void Brcb(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                            const isa::Parameter<uint8_t> repeatTimes,
                            const BrcbRepeatParams& repeatParams) {
    isa::RequireTypeOf<isa::VecApi::kBrcb, PrimT<T>>();
    isa::ExpectRepeat("Brcb", repeatTimes);
    isa::Issue(isa::VecBrcb{sizeof(T), repeatTimes,
                            isa::Strided(dst, repeatParams.dstBlkStride, repeatParams.dstRepStride),
                            src0.Data()});
}

}  // namespace AscendC
