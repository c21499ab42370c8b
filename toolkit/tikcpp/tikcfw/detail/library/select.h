// Selection by byte masks, dropout.
#pragma once

#include "detail/library/scratch.h"
#include "detail/vector/mask.h"
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
                                            const LocalTensor<uint8_t>& temporary,
                                            const SelectWithBytesMaskShapeInfo& info) {
    RequireTypeOf<VecApi::kSelectWithBytes, PrimT<T>>();
    NoteScratch("Select", temporary, SelectScratch(uint64_t{info.firstAxis} * info.srcLastAxis));
    TakeCount(0);
    Issue(VecSelectBytes{DTypeOf<T>, sizeof(U), scalar_first, info.firstAxis, info.srcLastAxis,
                         info.maskLastAxis, dst.Data(), src.Data(), mask.Data(),
                         ScalarBits(scalar)});
}
}  // namespace isa

/// dst = mask == 0 ? src0 : src1; one mask element per value.
template <typename T, typename U, bool isReuseMask = true>
__aicore__ inline void SelectWithBytesMask(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                                           T src1, const LocalTensor<U>& mask,
                                           const LocalTensor<uint8_t>& sharedTmpBuffer,
                                           const SelectWithBytesMaskShapeInfo& info) {
    isa::IssueSelectBytes<T, U>(dst, src0, src1, false, mask, sharedTmpBuffer, info);
}
template <typename T, typename U, bool isReuseMask = true>
__aicore__ inline void SelectWithBytesMask(const LocalTensor<T>& dst, T src0,
                                           const LocalTensor<T>& src1, const LocalTensor<U>& mask,
                                           const LocalTensor<uint8_t>& sharedTmpBuffer,
                                           const SelectWithBytesMaskShapeInfo& info) {
    isa::IssueSelectBytes<T, U>(dst, src1, src0, true, mask, sharedTmpBuffer, info);
}

/// The newer name.
template <typename T, typename U, bool isReuseMask = true>
__aicore__ inline void Select(const LocalTensor<T>& dst, const LocalTensor<T>& src0, T src1,
                              const LocalTensor<U>& mask,
                              const LocalTensor<uint8_t>& sharedTmpBuffer,
                              const SelectWithBytesMaskShapeInfo& info) {
    isa::IssueSelectBytes<T, U>(dst, src0, src1, false, mask, sharedTmpBuffer, info);
}
template <typename T, typename U, bool isReuseMask = true>
__aicore__ inline void Select(const LocalTensor<T>& dst, T src0, const LocalTensor<T>& src1,
                              const LocalTensor<U>& mask,
                              const LocalTensor<uint8_t>& sharedTmpBuffer,
                              const SelectWithBytesMaskShapeInfo& info) {
    isa::IssueSelectBytes<T, U>(dst, src1, src0, true, mask, sharedTmpBuffer, info);
}

/// How DropOut reads its mask: a byte or a bit (LSB first) per element; rows of the mask are padded
/// (misaligned), or all of it is contiguous (aligned).
constexpr uint32_t DROPOUT_MODE_BYTE_MISALIGN = 1;
constexpr uint32_t DROPOUT_MODE_BYTE_ALIGN = 2;
constexpr uint32_t DROPOUT_MODE_BIT_ALIGN = 3;
constexpr uint32_t DROPOUT_MODE_BIT_MISALIGN = 4;

namespace isa {
/// The mode that the lengths of the rows suggest.
ASCENDC_ALWAYS_INLINE uint32_t DropOutModeOf(const DropOutShapeInfo& info) {
    if (info.srcLastAxis < info.maskLastAxis) {
        return DROPOUT_MODE_BYTE_MISALIGN;
    }
    if (info.srcLastAxis == info.maskLastAxis) {
        return DROPOUT_MODE_BYTE_ALIGN;
    }
    return info.srcLastAxis == info.maskLastAxis * 8 ? DROPOUT_MODE_BIT_ALIGN
                                                     : DROPOUT_MODE_BIT_MISALIGN;
}
}  // namespace isa

/// Prepares the temporary space for DropOut with isInitBitMode, which needs nothing of it here.
template <typename T>
__aicore__ inline void DropOutBitModeInit(const LocalTensor<T>&) {}
__aicore__ inline void DropOutBitModeInit() {}

/// dst = mask ? src / keepProb : 0, in T; mode 0: by the shape.
template <typename T, bool isInitBitMode = false, uint32_t dropOutMode = 0>
__aicore__ inline void DropOut(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                               const LocalTensor<uint8_t>& maskLocal,
                               const LocalTensor<uint8_t>& sharedTmpBuffer, const float keepProb,
                               const DropOutShapeInfo& info) {
    isa::RequireTypeOf<isa::LibraryApi::kDropOut, T>();
    isa::NoteScratch("DropOut", sharedTmpBuffer, isa::kDropOutVectors * isa::kScratchVector);
    const uint32_t mode = dropOutMode == 0 ? isa::DropOutModeOf(info) : dropOutMode;
    const bool padded = mode == DROPOUT_MODE_BYTE_MISALIGN || mode == DROPOUT_MODE_BIT_MISALIGN;
    isa::TakeCount(0);
    isa::Issue(isa::VecDropOut{
        isa::DTypeOf<T>, mode >= DROPOUT_MODE_BIT_ALIGN, padded ? info.firstAxis : 1,
        padded ? info.srcLastAxis : info.firstAxis * info.srcLastAxis, info.maskLastAxis,
        static_cast<float>(static_cast<T>(1.0f / keepProb)), dstLocal.Data(), srcLocal.Data(),
        maskLocal.Data()});
}
template <typename T, bool isInitBitMode = false, uint32_t dropOutMode = 0>
__aicore__ inline void DropOut(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                               const LocalTensor<uint8_t>& maskLocal, const float keepProb,
                               const DropOutShapeInfo& info) {
    DropOut<T, isInitBitMode, dropOutMode>(dstLocal, srcLocal, maskLocal, LocalTensor<uint8_t>(),
                                           keepProb, info);
}

}  // namespace AscendC
