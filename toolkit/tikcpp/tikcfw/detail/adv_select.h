// Selection by byte masks, dropout.
#pragma once

#include "detail/vec_mask.h"
#include "isa/vec_select.h"

namespace AscendC {

/// Rows of a selection; mask rows may be longer than source rows.
struct SelectWithBytesMaskShapeInfo {
    __aicore__ SelectWithBytesMaskShapeInfo() {}
    __aicore__ SelectWithBytesMaskShapeInfo(const uint32_t first, const uint32_t srcLast,
                                            const uint32_t maskLast)
        : firstAxis(first), srcLastAxis(srcLast), maskLastAxis(maskLast) {}

    uint32_t firstAxis = 0;
    uint32_t srcLastAxis = 0;
    uint32_t maskLastAxis = 0;
};

struct DropOutShapeInfo {
    __aicore__ DropOutShapeInfo() {}

    uint32_t firstAxis = 0;
    uint32_t srcLastAxis = 0;
    uint32_t maskLastAxis = 0;
};

namespace isa {
template <typename T, typename U>
ASCENDC_ALWAYS_INLINE void IssueSelectBytes(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                            T scalar, bool scalar_first, const LocalTensor<U>& mask,
                                            const SelectWithBytesMaskShapeInfo& info) {
    TakeCount(0);
    Issue(VecSelectBytes{DTypeOf<T>, sizeof(U), scalar_first, info.firstAxis, info.srcLastAxis,
                         info.maskLastAxis, dst.GetPhyAddr(), src.GetPhyAddr(), mask.GetPhyAddr(),
                         ScalarBits(scalar)});
}
}  // namespace isa

/// dst = mask == 0 ? src0 : src1; one mask element per value.
template <typename T, typename U, bool isReuseMask = true>
__aicore__ inline void SelectWithBytesMask(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                                           T src1, const LocalTensor<U>& mask,
                                           const LocalTensor<uint8_t>&,
                                           const SelectWithBytesMaskShapeInfo& info) {
    isa::IssueSelectBytes<T, U>(dst, src0, src1, false, mask, info);
}
template <typename T, typename U, bool isReuseMask = true>
__aicore__ inline void SelectWithBytesMask(const LocalTensor<T>& dst, T src0,
                                           const LocalTensor<T>& src1, const LocalTensor<U>& mask,
                                           const LocalTensor<uint8_t>&,
                                           const SelectWithBytesMaskShapeInfo& info) {
    isa::IssueSelectBytes<T, U>(dst, src1, src0, true, mask, info);
}

/// dst = mask ? src / keepProb : 0. Modes: 1, 2 a byte per element, 3, 4 a bit (LSB first); 0 = by
/// shape.
template <typename T, bool isInitBitMode = false, uint32_t dropOutMode = 0>
__aicore__ inline void DropOut(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                               const LocalTensor<uint8_t>& maskLocal, const float keepProb,
                               const DropOutShapeInfo& info) {
    const bool bits = dropOutMode == 0 ? info.maskLastAxis < info.srcLastAxis : dropOutMode >= 3;
    isa::TakeCount(0);
    isa::Issue(isa::VecDropOut{isa::DTypeOf<T>, bits, info.firstAxis, info.srcLastAxis,
                               info.maskLastAxis, keepProb, dstLocal.GetPhyAddr(),
                               srcLocal.GetPhyAddr(), maskLocal.GetPhyAddr()});
}
template <typename T, bool isInitBitMode = false, uint32_t dropOutMode = 0>
__aicore__ inline void DropOut(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                               const LocalTensor<uint8_t>& maskLocal, const LocalTensor<uint8_t>&,
                               const float keepProb, const DropOutShapeInfo& info) {
    DropOut<T, isInitBitMode, dropOutMode>(dstLocal, srcLocal, maskLocal, keepProb, info);
}

}  // namespace AscendC
