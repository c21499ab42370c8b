// VectorPadding.
#pragma once

#include "detail/vector/mask.h"
#include "isa/vec_fill.h"

namespace AscendC {
namespace isa {

template <typename T>
ASCENDC_ALWAYS_INLINE void IssuePadBlocks(uint8_t mode, bool is_after, const VecShape& shape,
                                          const VecOperand& dst, const VecOperand& src) {
    RequireTypeOf<VecApi::kVectorPadding, T>();
    Issue(VecPadBlocks{sizeof(T), static_cast<PadMode>(mode), is_after, shape, dst, src});
}

}  // namespace isa

/// Each block of 32 bytes of dst = what continues the same block of src to the left (to the right
/// with padSide): padMode 0 the outermost element, 1 the block mirrored, 2 mirrored without the
/// outermost element.
template <typename T, bool isSetMask = true>
__aicore__ inline void VectorPadding(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                     const uint8_t padMode, const bool padSide, const uint64_t mask,
                                     const isa::Parameter<uint8_t> repeatTimes,
                                     const UnaryRepeatParams& repeatParams) {
    isa::IssuePadBlocks<PrimT<T>>(
        padMode, padSide, isa::TakeLanes<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes),
        isa::Strided(dst, repeatParams.dstBlkStride, repeatParams.dstRepStride),
        isa::Strided(src, repeatParams.srcBlkStride, repeatParams.srcRepStride));
}
template <typename T, bool isSetMask = true>
__aicore__ inline void VectorPadding(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                     const uint8_t padMode, const bool padSide,
                                     const uint64_t mask[],
                                     const isa::Parameter<uint8_t> repeatTimes,
                                     const UnaryRepeatParams& repeatParams) {
    isa::IssuePadBlocks<PrimT<T>>(
        padMode, padSide, isa::TakeBits<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes),
        isa::Strided(dst, repeatParams.dstBlkStride, repeatParams.dstRepStride),
        isa::Strided(src, repeatParams.srcBlkStride, repeatParams.srcRepStride));
}
template <typename T>
__aicore__ inline void VectorPadding(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                     const uint8_t padMode, const bool padSide,
                                     const isa::Parameter<uint32_t> calCount) {
    isa::IssuePadBlocks<PrimT<T>>(padMode, padSide, isa::TakeCount(calCount), isa::Flat(dst),
                                  isa::Flat(src));
}

}  // namespace AscendC
