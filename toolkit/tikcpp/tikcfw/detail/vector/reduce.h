// Reductions.
#pragma once

#include "detail/memory/scratch.h"
#include "detail/vector/mask.h"
#include "isa/lacks.h"
#include "isa/vec_reduce.h"

namespace AscendC {
namespace isa {

/// Bytes from the result of one repeat to that of the next for WholeReduce*.
template <typename T>
constexpr uint32_t WholeStep(ReduceOp op, ReduceLayout layout, int32_t dstRepStride) {
    const uint32_t size = sizeof(PrimT<T>);
    const uint32_t pair =
        layout == ReduceLayout::kValueIndex || layout == ReduceLayout::kIndexValue ? 2 : 1;
    const uint32_t unit =
        op == ReduceOp::kSum ? size : (layout == ReduceLayout::kIndex ? 4 : size * pair);
    return unit * static_cast<uint32_t>(dstRepStride);
}

template <VecApi api, typename T>
ASCENDC_ALWAYS_INLINE void IssueReduce(ReduceOp op, ReduceSpan span, ReduceLayout layout,
                                       uint32_t step, const VecShape& shape,
                                       const LocalTensor<T>& dst, const VecOperand& src) {
    RequireTypeOf<api, PrimT<T>>();
    Issue(VecReduce{op, span, layout, DTypeOf<PrimT<T>>, shape, dst.Data(), step, src});
}

template <VecApi api, typename T>
ASCENDC_ALWAYS_INLINE void IssueWhole(ReduceOp op, ReduceOrder order, const VecShape& shape,
                                      const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                      int32_t dstRepStride, int32_t srcBlkStride,
                                      int32_t srcRepStride) {
    const ReduceLayout layout =
        op == ReduceOp::kSum ? ReduceLayout::kValue : static_cast<ReduceLayout>(order);
    if (op != ReduceOp::kSum && layout != ReduceLayout::kValueIndex) {
        RequireApi<100>("ReduceOrder other than ORDER_VALUE_INDEX");
        if (layout == ReduceLayout::kIndex) {
            RequireApi<200, 300>("ORDER_ONLY_INDEX");
        } else if (layout == ReduceLayout::kValue) {
            RequireApi<200>("ORDER_ONLY_VALUE");
        }
    }
    IssueReduce<api, T>(
        op, ReduceSpan::kRepeat, layout, WholeStep<T>(op, layout, dstRepStride), shape, dst,
        Strided(src, static_cast<uint32_t>(srcBlkStride), static_cast<uint32_t>(srcRepStride)));
}

/// dstRepStride counts the results of one repeat: 8 for blocks, 128 bytes for pairs.
template <VecApi api, typename T>
ASCENDC_ALWAYS_INLINE void IssueParts(ReduceOp op, ReduceSpan span, const VecShape& shape,
                                      const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                      int32_t dstRepStride, int32_t srcBlkStride,
                                      int32_t srcRepStride) {
    const uint32_t unit = span == ReduceSpan::kBlock ? 8 * sizeof(PrimT<T>) : kRepeatBytes / 2;
    IssueReduce<api, T>(
        op, span, ReduceLayout::kValue, unit * static_cast<uint32_t>(dstRepStride), shape, dst,
        Strided(src, static_cast<uint32_t>(srcBlkStride), static_cast<uint32_t>(srcRepStride)));
}

template <VecApi api, typename T>
ASCENDC_ALWAYS_INLINE void IssueReduceAll(ReduceOp op, bool with_index, SumOrder order,
                                          const VecShape& shape, const LocalTensor<T>& dst,
                                          const VecOperand& src) {
    RequireTypeOf<api, PrimT<T>>();
    Issue(VecReduceAll{op, with_index, order, DTypeOf<PrimT<T>>, shape, dst.Data(), src});
}

/// Repeats that `count` elements fill, at least one.
template <typename T>
ASCENDC_ALWAYS_INLINE uint32_t WholeRepeats(int32_t count) {
    const int32_t repeats = count / static_cast<int32_t>(kRepeatBytes / sizeof(PrimT<T>));
    return repeats > 0 ? static_cast<uint32_t>(repeats) : 1;
}

/// Of what a reduction's work tensor is a multiple. The results of several repeats are reduced in
/// it, so they begin at a block; of one repeat it only takes the result, of `result` bytes.
constexpr uint32_t WorkUnit(bool one_repeat, uint32_t result) {
    return one_repeat ? result : ONE_BLK_SIZE;
}

/// The work tensor of ReduceMax or ReduceMin.
template <typename T, typename Repeats>
ASCENDC_ALWAYS_INLINE void NoteExtremeWork(const char* api, const LocalTensor<T>& work,
                                           Repeats repeats, bool with_index, bool one_repeat) {
    ExpectWorkAt(api, work, WorkUnit(one_repeat, 2 * sizeof(PrimT<T>)));
    NoteWork(api, work, ExtremeWork(static_cast<uint32_t>(repeats), sizeof(PrimT<T>), with_index));
}

/// The work tensor of ReduceSum, where it adds up the sums of repeats in it.
template <typename T>
ASCENDC_ALWAYS_INLINE void NoteSumWork(const LocalTensor<T>& work, uint32_t repeats) {
    ExpectWorkAt("ReduceSum", work, WorkUnit(repeats == 1, sizeof(PrimT<T>)));
    NoteWork("ReduceSum", work, SumWork(repeats, sizeof(PrimT<T>)));
}

}  // namespace isa

/// Eight results per repeat, one per block (or one per pair of neighbours).
#define ASCENDC_VEC_REDUCE_PARTS(name, op, span)                                                  \
    template <typename T, bool isSetMask = true>                                                  \
    __aicore__ inline void name(const LocalTensor<T>& dst, const LocalTensor<T>& src,             \
                                const int32_t repeat, const int32_t mask,                         \
                                const int32_t dstRepStride, const int32_t srcBlkStride,           \
                                const int32_t srcRepStride) {                                     \
        isa::IssueParts<isa::VecApi::k##name, T>(                                                 \
            isa::ReduceOp::op, isa::ReduceSpan::span,                                             \
            isa::TakeLanes<isSetMask>(static_cast<uint64_t>(mask), isa::kBitsOf<T>, repeat), dst, \
            src, dstRepStride, srcBlkStride, srcRepStride);                                       \
    }                                                                                             \
    template <typename T, bool isSetMask = true>                                                  \
    __aicore__ inline void name(const LocalTensor<T>& dst, const LocalTensor<T>& src,             \
                                const int32_t repeat, const uint64_t mask[],                      \
                                const int32_t dstRepStride, const int32_t srcBlkStride,           \
                                const int32_t srcRepStride) {                                     \
        isa::IssueParts<isa::VecApi::k##name, T>(                                                 \
            isa::ReduceOp::op, isa::ReduceSpan::span,                                             \
            isa::TakeBits<isSetMask>(mask, isa::kBitsOf<T>, repeat), dst, src, dstRepStride,      \
            srcBlkStride, srcRepStride);                                                          \
    }
ASCENDC_VEC_REDUCE_PARTS(BlockReduceSum, kSum, kBlock)
ASCENDC_VEC_REDUCE_PARTS(BlockReduceMax, kMax, kBlock)
ASCENDC_VEC_REDUCE_PARTS(BlockReduceMin, kMin, kBlock)
ASCENDC_VEC_REDUCE_PARTS(PairReduceSum, kSum, kPair)
#undef ASCENDC_VEC_REDUCE_PARTS

/// One sum per repeat over its first `elemsInOneRepeat` elements.
template <typename T, bool isSetMask = true>
__aicore__ inline void RepeatReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                       const int32_t repeat, const int32_t elemsInOneRepeat,
                                       [[maybe_unused]] const int32_t dstBlkStride,
                                       const int32_t srcBlkStride, const int32_t dstRepStride,
                                       const int32_t srcRepStride) {
    isa::IssueWhole<isa::VecApi::kRepeatReduceSum, T>(
        isa::ReduceOp::kSum, ReduceOrder::ORDER_ONLY_VALUE,
        isa::TakeLanes<isSetMask>(static_cast<uint64_t>(elemsInOneRepeat), isa::kBitsOf<T>, repeat),
        dst, src, dstRepStride, srcBlkStride, srcRepStride);
}

template <typename T, bool isSetMask = true>
__aicore__ inline void WholeReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                      const uint64_t mask[], const int32_t repeatTimes,
                                      const int32_t dstRepStride, const int32_t srcBlkStride,
                                      const int32_t srcRepStride) {
    isa::IssueWhole<isa::VecApi::kWholeReduceSum, T>(
        isa::ReduceOp::kSum, ReduceOrder::ORDER_ONLY_VALUE,
        isa::TakeBits<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes), dst, src, dstRepStride,
        srcBlkStride, srcRepStride);
}
template <typename T, bool isSetMask = true>
__aicore__ inline void WholeReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                      const int32_t mask, const int32_t repeatTimes,
                                      const int32_t dstRepStride, const int32_t srcBlkStride,
                                      const int32_t srcRepStride) {
    isa::IssueWhole<isa::VecApi::kWholeReduceSum, T>(
        isa::ReduceOp::kSum, ReduceOrder::ORDER_ONLY_VALUE,
        isa::TakeLanes<isSetMask>(static_cast<uint64_t>(mask), isa::kBitsOf<T>, repeatTimes), dst,
        src, dstRepStride, srcBlkStride, srcRepStride);
}

/// Largest or smallest element of each repeat, with its lane as `order` says; the first one wins
/// ties.
#define ASCENDC_VEC_WHOLE_REDUCE(name, op)                                                        \
    template <typename T, bool isSetMask = true>                                                  \
    __aicore__ inline void name(                                                                  \
        const LocalTensor<T>& dst, const LocalTensor<T>& src, const uint64_t mask[],              \
        const int32_t repeatTimes, const int32_t dstRepStride, const int32_t srcBlkStride,        \
        const int32_t srcRepStride, ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX) {         \
        isa::IssueWhole<isa::VecApi::k##name, T>(                                                 \
            isa::ReduceOp::op, order,                                                             \
            isa::TakeBits<isSetMask>(mask, isa::kBitsOf<T>, repeatTimes), dst, src, dstRepStride, \
            srcBlkStride, srcRepStride);                                                          \
    }                                                                                             \
    template <typename T, bool isSetMask = true>                                                  \
    __aicore__ inline void name(                                                                  \
        const LocalTensor<T>& dst, const LocalTensor<T>& src, const int32_t mask,                 \
        const int32_t repeatTimes, const int32_t dstRepStride, const int32_t srcBlkStride,        \
        const int32_t srcRepStride, ReduceOrder order = ReduceOrder::ORDER_VALUE_INDEX) {         \
        isa::IssueWhole<isa::VecApi::k##name, T>(                                                 \
            isa::ReduceOp::op, order,                                                             \
            isa::TakeLanes<isSetMask>(static_cast<uint64_t>(mask), isa::kBitsOf<T>, repeatTimes), \
            dst, src, dstRepStride, srcBlkStride, srcRepStride);                                  \
    }
ASCENDC_VEC_WHOLE_REDUCE(WholeReduceMax, kMax)
ASCENDC_VEC_WHOLE_REDUCE(WholeReduceMin, kMin)
#undef ASCENDC_VEC_WHOLE_REDUCE

/// Largest or smallest element of all; with `calIndex` its index in dst[1] as raw bits.
#define ASCENDC_VEC_REDUCE_EXTREME(name, op)                                                       \
    template <typename T>                                                                          \
    __aicore__ inline void name(const LocalTensor<T>& dst, const LocalTensor<T>& src,              \
                                const LocalTensor<T>& work, const int32_t mask,                    \
                                const int32_t repeatTimes, const int32_t srcRepStride,             \
                                bool calIndex = 0) {                                               \
        isa::RequireRepeats<isa::VecApi::k##name, PrimT<T>>();                                     \
        isa::NoteExtremeWork(#name, work, repeatTimes, calIndex, repeatTimes <= 1);                \
        isa::IssueReduceAll<isa::VecApi::k##name, T>(                                              \
            isa::ReduceOp::op, calIndex, isa::SumOrder::kTree,                                     \
            isa::TakeLanes<true>(static_cast<uint64_t>(mask), isa::kBitsOf<T>,                     \
                                 isa::ManyRepeats{repeatTimes}),                                   \
            dst, isa::Strided(src, 1, static_cast<uint32_t>(srcRepStride)));                       \
    }                                                                                              \
    template <typename T>                                                                          \
    __aicore__ inline void name(const LocalTensor<T>& dst, const LocalTensor<T>& src,              \
                                const LocalTensor<T>& work, const uint64_t mask[],                 \
                                const int32_t repeatTimes, const int32_t srcRepStride,             \
                                bool calIndex = 0) {                                               \
        isa::RequireRepeats<isa::VecApi::k##name, PrimT<T>>();                                     \
        isa::NoteExtremeWork(#name, work, repeatTimes, calIndex, repeatTimes <= 1);                \
        isa::IssueReduceAll<isa::VecApi::k##name, T>(                                              \
            isa::ReduceOp::op, calIndex, isa::SumOrder::kTree,                                     \
            isa::TakeBits<true>(mask, isa::kBitsOf<T>, isa::ManyRepeats{repeatTimes}), dst,        \
            isa::Strided(src, 1, static_cast<uint32_t>(srcRepStride)));                            \
    }                                                                                              \
    template <typename T>                                                                          \
    __aicore__ inline void name(const LocalTensor<T>& dst, const LocalTensor<T>& src,              \
                                const LocalTensor<T>& work, const int32_t count,                   \
                                bool calIndex = 0) {                                               \
        isa::NoteExtremeWork(#name, work, isa::WholeRepeats<T>(count), calIndex,                   \
                             count <= static_cast<int32_t>(isa::kRepeatBytes / sizeof(PrimT<T>))); \
        isa::IssueReduceAll<isa::VecApi::k##name, T>(isa::ReduceOp::op, calIndex,                  \
                                                     isa::SumOrder::kTree, isa::TakeCount(count),  \
                                                     dst, isa::Flat(src));                         \
    }
ASCENDC_VEC_REDUCE_EXTREME(ReduceMax, kMax)
ASCENDC_VEC_REDUCE_EXTREME(ReduceMin, kMin)
#undef ASCENDC_VEC_REDUCE_EXTREME

namespace isa {
/// In which order ReduceSum with a count adds up repeats: ReduceSum.md has it by product.
inline SumOrder OrderOfCounted(uint32_t count, uint32_t bytes_each) {
    const uint32_t arch = CurrentCore().arch;
    const uint64_t bytes = uint64_t{count} * bytes_each;
    if (arch == 220) {
        return SumOrder::kInTurn;
    }
    return arch == 310 && bytes >= 256 && bytes <= 1024 ? SumOrder::kMerged : SumOrder::kTree;
}
}  // namespace isa

/// Sum of all elements. The forms with repeats add up their sums as a tree.
template <typename T>
__aicore__ inline void ReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                 const LocalTensor<T>& work, const int32_t mask,
                                 const int32_t repeatTimes, const int32_t srcRepStride) {
    isa::RequireRepeats<isa::VecApi::kReduceSum, PrimT<T>>();
    isa::NoteSumWork(work, static_cast<uint32_t>(repeatTimes));
    isa::IssueReduceAll<isa::VecApi::kReduceSum, T>(
        isa::ReduceOp::kSum, false, isa::SumOrder::kTree,
        isa::TakeLanes<true>(static_cast<uint64_t>(mask), isa::kBitsOf<T>,
                             isa::ManyRepeats{repeatTimes}),
        dst, isa::Strided(src, 1, static_cast<uint32_t>(srcRepStride)));
}
template <typename T>
__aicore__ inline void ReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                 const LocalTensor<T>& work, const uint64_t mask[],
                                 const int32_t repeatTimes, const int32_t srcRepStride) {
    isa::RequireRepeats<isa::VecApi::kReduceSum, PrimT<T>>();
    isa::NoteSumWork(work, static_cast<uint32_t>(repeatTimes));
    isa::IssueReduceAll<isa::VecApi::kReduceSum, T>(
        isa::ReduceOp::kSum, false, isa::SumOrder::kTree,
        isa::TakeBits<true>(mask, isa::kBitsOf<T>, isa::ManyRepeats{repeatTimes}), dst,
        isa::Strided(src, 1, static_cast<uint32_t>(srcRepStride)));
}
/// Only 220 can leave the mask of the form with a count to the caller.
template <typename T, bool isSetMask = true>
__aicore__ inline void ReduceSum(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                 const LocalTensor<T>& work, const int32_t count) {
    // 220 adds up the repeats without it.
    if (isa::CurrentCore().arch != 220) {
        isa::NoteSumWork(work, isa::WholeRepeats<T>(count));
    }
    isa::IssueReduceAll<isa::VecApi::kReduceSum, T>(
        isa::ReduceOp::kSum, false,
        isa::OrderOfCounted(static_cast<uint32_t>(count), sizeof(PrimT<T>)),
        isSetMask || isa::CurrentCore().arch != 220 ? isa::TakeCount(count) : isa::RegisterShape(1),
        dst, isa::Flat(src));
}

namespace isa {
template <typename T>
ASCENDC_ALWAYS_INLINE T FromRegister(uint64_t bits) {
    T value;
    __builtin_memcpy(&value, &bits, sizeof(T));
    return value;
}
}  // namespace isa

/// What the last WholeReduceMax/Min, over all of its repeats, or ReduceMax/Min found; the index as
/// raw bits in T.
template <typename T>
__aicore__ inline void GetReduceMaxMinCount(T& maxMinValue, T& maxMinIndex) {
    ASCENDC_LACKS_API("GetReduceMaxMinCount", 310);
    ASCENDC_REQUIRE_API("GetReduceMaxMinCount", 100);
    isa::Note(isa::RegisterEvent{"MAX_MIN_CNT"});
    maxMinValue = isa::FromRegister<T>(isa::CurrentCore().max_min_value);
    maxMinIndex = isa::FromRegister<T>(isa::CurrentCore().max_min_index);
}
template <typename T>
__aicore__ inline void GetReduceMaxMinCount(T& maxMinValue) {
    ASCENDC_LACKS_API("GetReduceMaxMinCount", 310);
    ASCENDC_REQUIRE_API("GetReduceMaxMinCount", 100);
    isa::Note(isa::RegisterEvent{"MAX_MIN_CNT"});
    maxMinValue = isa::FromRegister<T>(isa::CurrentCore().max_min_value);
}

/// The sum that the last reduction formed.
template <typename T>
__aicore__ inline T GetAccVal() {
    ASCENDC_REQUIRE_API("GetAccVal", 100, 200);
    isa::Note(isa::RegisterEvent{"ACC_VAL"});
    return isa::FromRegister<T>(isa::CurrentCore().acc_val);
}

}  // namespace AscendC
