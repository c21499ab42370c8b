// Gather, Scatter and compaction by masks.
#pragma once

#include "detail/vector/mask.h"
#include "isa/lacks.h"
#include "isa/vec_gather.h"

namespace AscendC {
namespace isa {

template <typename T>
ASCENDC_ALWAYS_INLINE void IssueGather(const VecShape& shape, const VecOperand& dst,
                                       const LocalTensor<T>& src, uint32_t base,
                                       const LocalTensor<uint32_t>& offsets) {
    RequireTypeAtRun<VecApi::kGather, PrimT<T>>();
    Issue(VecGather{sizeof(PrimT<T>), shape, dst, src.Data(), base, offsets.Data()});
}

template <typename T>
ASCENDC_ALWAYS_INLINE void IssueScatter(const VecShape& shape, const LocalTensor<T>& dst,
                                        const VecOperand& src, uint32_t base,
                                        const LocalTensor<uint32_t>& offsets) {
    RequireTypeAtRun<VecApi::kScatter, PrimT<T>>();
    Issue(VecScatter{sizeof(PrimT<T>), shape, src, dst.Data(), base, offsets.Data()});
}

/// On 950 bytes are gathered and scattered with a count only.
template <VecApi api, typename T>
ASCENDC_ALWAYS_INLINE void RequireByteCount() {
    if constexpr (sizeof(T) == 1) {
        RequireRepeats<api, T>();
    }
}

/// Elements that GatherMask looks at in each repeat, how often, and in the last repeat.
struct GatherMaskSpan {
    uint32_t per_repeat, repeat, last;
};

ASCENDC_ALWAYS_INLINE GatherMaskSpan SpanOfGatherMask(bool reduceMode, uint32_t mask, uint32_t size,
                                                      const GatherMaskParams& params) {
    const uint32_t width = kRepeatBytes / size;
    if (!reduceMode) {
        return {width, params.repeatTimes, width};
    }
    // There the mask counts the elements of all repeats.
    if (CurrentCore().arch == 200) {
        const uint32_t repeat = (mask + width - 1) / width;
        return {width, repeat, mask - (repeat == 0 ? 0 : (repeat - 1) * width)};
    }
    return {mask, params.repeatTimes, mask};
}

template <typename T>
ASCENDC_ALWAYS_INLINE void IssueGatherMask(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                           uint8_t pattern, const void* bits, bool reduceMode,
                                           uint32_t mask, const GatherMaskParams& params,
                                           uint64_t& rsvdCnt) {
    RequireTypeAtRun<VecApi::kGatherMask, PrimT<T>>();
    const GatherMaskSpan span = SpanOfGatherMask(reduceMode, mask, sizeof(PrimT<T>), params);
    Core& core = CurrentCore();
    core.mask_mode = MaskMode::kNormal;
    if (reduceMode) {
        SetMask(core, 0, mask);
    }
    Issue(VecGatherMask{
        sizeof(PrimT<T>), pattern, span.per_repeat, span.repeat, span.last, params.src1RepeatStride,
        dst.Data(), Strided(src, params.src0BlockStride, params.src0RepeatStride), bits, &rsvdCnt});
    Note(RegisterEvent{"RSVD_CNT"});
}

}  // namespace isa

/// dst[i] = the element at byte srcBaseAddr + srcOffset[i] of src.
template <typename T>
__aicore__ inline void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                              const LocalTensor<uint32_t>& srcOffset, const uint32_t srcBaseAddr,
                              const uint64_t mask, const isa::Parameter<uint8_t> repeatTimes,
                              const isa::Parameter<uint16_t> dstRepStride) {
    isa::RequireByteCount<isa::VecApi::kGather, PrimT<T>>();
    isa::IssueGather<T>(isa::TakeLanes<true>(mask, sizeof(T) * 8, repeatTimes),
                        isa::Strided(dst, 1, dstRepStride), src, srcBaseAddr, srcOffset);
}
template <typename T>
__aicore__ inline void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                              const LocalTensor<uint32_t>& srcOffset, const uint32_t srcBaseAddr,
                              const uint64_t mask[], const isa::Parameter<uint8_t> repeatTimes,
                              const isa::Parameter<uint16_t> dstRepStride) {
    isa::RequireByteCount<isa::VecApi::kGather, PrimT<T>>();
    isa::IssueGather<T>(isa::TakeBits<true>(mask, sizeof(T) * 8, repeatTimes),
                        isa::Strided(dst, 1, dstRepStride), src, srcBaseAddr, srcOffset);
}
template <typename T>
__aicore__ inline void Gather(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                              const LocalTensor<uint32_t>& srcOffset, const uint32_t srcBaseAddr,
                              const isa::Parameter<uint32_t> count) {
    isa::IssueGather<T>(isa::TakeCount(count), isa::Flat(dst), src, srcBaseAddr, srcOffset);
}

namespace isa {

template <typename T>
inline void GatherBlocks(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                         const LocalTensor<uint32_t>& offset, uint8_t repeatTimes,
                         const GatherRepeatParams& repeatParams) {
    Issue(VecGatherBlocks{repeatTimes,
                          Strided(dst, repeatParams.dstBlkStride, repeatParams.dstRepStride),
                          src0.Data(), offset.Data()});
}

}  // namespace isa

/// One block of 32 bytes per offset (bytes, multiples of 32), 8 blocks per repeat.
template <typename T>
__aicore__ inline void Gatherb(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                               const LocalTensor<uint32_t>& offset,
                               const isa::Parameter<uint8_t> repeatTimes,
                               const GatherRepeatParams& repeatParams) {
    ASCENDC_REQUIRE_API("Gatherb", 100, 200);
    isa::ExpectRepeat("Gatherb", repeatTimes);
    isa::GatherBlocks(dst, src0, offset, repeatTimes, repeatParams);
}

/// The element at byte dstBaseAddr + dstOffset[i] of dst = src[i].
template <typename T>
__aicore__ inline void Scatter(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                               const LocalTensor<uint32_t>& dstOffset, const uint32_t dstBaseAddr,
                               const uint64_t mask, const isa::Parameter<uint8_t> repeatTimes,
                               const isa::Parameter<uint8_t> srcRepStride) {
    isa::RequireByteCount<isa::VecApi::kScatter, PrimT<T>>();
    isa::IssueScatter<T>(isa::TakeLanes<true>(mask, sizeof(T) * 8, repeatTimes), dst,
                         isa::Strided(src, 1, srcRepStride), dstBaseAddr, dstOffset);
}
template <typename T>
__aicore__ inline void Scatter(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                               const LocalTensor<uint32_t>& dstOffset, const uint32_t dstBaseAddr,
                               const uint64_t mask[], const isa::Parameter<uint8_t> repeatTimes,
                               const isa::Parameter<uint8_t> srcRepStride) {
    isa::RequireByteCount<isa::VecApi::kScatter, PrimT<T>>();
    isa::IssueScatter<T>(isa::TakeBits<true>(mask, sizeof(T) * 8, repeatTimes), dst,
                         isa::Strided(src, 1, srcRepStride), dstBaseAddr, dstOffset);
}
template <typename T>
__aicore__ inline void Scatter(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                               const LocalTensor<uint32_t>& dstOffset, const uint32_t dstBaseAddr,
                               const isa::Parameter<uint32_t> count) {
    isa::IssueScatter<T>(isa::TakeCount(count), dst, isa::Flat(src), dstBaseAddr, dstOffset);
}

/// Writes the elements of src0 that the pattern selects consecutively; rsvdCnt = their
/// number.
template <typename T, typename U, GatherMaskMode mode = defaultGatherMaskMode>
__aicore__ inline void GatherMask(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                                  const LocalTensor<U>& src1Pattern, const bool reduceMode,
                                  const uint32_t mask, const GatherMaskParams& gatherMaskParams,
                                  uint64_t& rsvdCnt) {
    isa::IssueGatherMask<T>(dst, src0, 0, src1Pattern.Data(), reduceMode, mask, gatherMaskParams,
                            rsvdCnt);
}
template <typename T, GatherMaskMode mode = defaultGatherMaskMode>
__aicore__ inline void GatherMask(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                                  const uint8_t src1Pattern, const bool reduceMode,
                                  const uint32_t mask, const GatherMaskParams& gatherMaskParams,
                                  uint64_t& rsvdCnt) {
    isa::IssueGatherMask<T>(dst, src0, src1Pattern, nullptr, reduceMode, mask, gatherMaskParams,
                            rsvdCnt);
}

/// Number of elements that the last GatherMask selected.
__aicore__ inline int64_t GetGatherMaskRemainCount() {
    isa::Note(isa::RegisterEvent{"RSVD_CNT"});
    return static_cast<int64_t>(isa::CurrentCore().gather_count);
}

}  // namespace AscendC
