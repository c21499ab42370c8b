// Sorting.
#pragma once

#include "detail/memory/scratch.h"
#include "detail/vector/mask.h"
#include "isa/lacks.h"
#include "isa/vec_sort.h"

namespace AscendC {

/// Lengths (in records) of the lists that MrgSort merges; bit i of validBit says that list i takes
/// part.
struct MrgSort4Info {
    __aicore__ MrgSort4Info() {}
    __aicore__ MrgSort4Info(const uint16_t lengths[MRG_SORT_ELEMENT_LEN], const bool suspension,
                            const uint16_t valid, const isa::Parameter<uint16_t> repeat)
        : ifExhaustedSuspension(suspension),
          validBit(valid),
          repeatTimes(static_cast<isa::Member<uint8_t>>(repeat)) {
        for (int32_t i = 0; i < MRG_SORT_ELEMENT_LEN; ++i) {
            elementLengths[i] = lengths[i];
        }
    }

    uint16_t elementLengths[MRG_SORT_ELEMENT_LEN] = {0};
    bool ifExhaustedSuspension = false;
    uint16_t validBit = 0;
    isa::Member<uint8_t> repeatTimes{1};
};

template <typename T>
struct MrgSortSrcList {
    __aicore__ MrgSortSrcList() {}
    __aicore__ MrgSortSrcList(const LocalTensor<T>& list1, const LocalTensor<T>& list2,
                              const LocalTensor<T>& list3, const LocalTensor<T>& list4)
        : src1(list1), src2(list2), src3(list3), src4(list4) {}

    LocalTensor<T> src1;
    LocalTensor<T> src2;
    LocalTensor<T> src3;
    LocalTensor<T> src4;
};

namespace isa {

constexpr uint32_t kSortRecordBytes = 8;

// Cores that sort region proposals: values of one, proposals of a repeat, and which value is what.
// An index next to scores of half is in two values, its low half first.
constexpr uint32_t kProposalValues = 8;
constexpr uint32_t kProposals = 16;
constexpr uint32_t kProposalLow = 1;
constexpr uint32_t kProposalScore = 4;
constexpr uint32_t kProposalLabel = 5;

/// Whether the sorting functions of the running core work on region proposals.
ASCENDC_ALWAYS_INLINE bool SortsProposals() {
    return CurrentCore().arch <= 200;
}

/// Moves indices to or from the proposals of scores of type T.
template <typename T>
inline void IssueProposalIndices(bool to_proposals, uint32_t repeat, void* dst, const void* src) {
    constexpr uint32_t kSize = sizeof(T);
    for (uint32_t half = 0; half < sizeof(uint32_t) / kSize; ++half) {
        const bool label = kSize == sizeof(uint32_t) || half == 1;
        const uint32_t skip = half * kSize;
        Issue(VecProposal{kSize, to_proposals, label ? kProposalLabel : kProposalLow, repeat,
                          sizeof(uint32_t), static_cast<uint8_t*>(dst) + (to_proposals ? 0 : skip),
                          static_cast<const uint8_t*>(src) + (to_proposals ? skip : 0)});
    }
}

/// Iterations of a merge: more than one only of four consecutive lists of one length,
/// that are merged to their ends.
template <typename T>
ASCENDC_ALWAYS_INLINE uint32_t MergeRepeats(const MrgSortSrcList<T>& src, const uint16_t lengths[4],
                                            bool suspend, uint32_t valid, uint32_t repeat,
                                            uint32_t record_bytes) {
    const uint64_t bytes = uint64_t{lengths[0]} * record_bytes;
    const auto follows = [bytes](const LocalTensor<T>& list, const LocalTensor<T>& next) {
        return reinterpret_cast<const uint8_t*>(next.Data()) ==
               reinterpret_cast<const uint8_t*>(list.Data()) + bytes;
    };
    const bool all = valid == 15 && !suspend && lengths[1] == lengths[0] &&
                     lengths[2] == lengths[0] && lengths[3] == lengths[0] &&
                     follows(src.src1, src.src2) && follows(src.src2, src.src3) &&
                     follows(src.src3, src.src4);
    return repeat > 1 && !all ? 1 : repeat;
}

/// `score_value`: which value of a record is its score.
template <typename T, typename Repeat>
ASCENDC_ALWAYS_INLINE void IssueMergeSort(const LocalTensor<T>& dst, const MrgSortSrcList<T>& src,
                                          const uint16_t lengths[4], bool suspend, uint32_t valid,
                                          const Repeat& repeat, uint32_t record_bytes,
                                          uint32_t score_value,
                                          const char* api = __builtin_FUNCTION()) {
    ExpectRepeat(api, repeat);
    for (uint32_t i = 0; kObserved && i < MRG_SORT_ELEMENT_LEN; ++i) {
        if ((valid >> i & 1) != 0) {
            Expect(api, "elementLengths", lengths[i], 0, 4095, "must be 0..4095");
        }
    }
    Issue(VecMergeSort{
        DTypeOf<T>,
        record_bytes,
        score_value * static_cast<uint32_t>(sizeof(T)),
        valid,
        suspend,
        MergeRepeats(src, lengths, suspend, valid, static_cast<uint32_t>(repeat), record_bytes),
        {lengths[0], lengths[1], lengths[2], lengths[3]},
        dst.Data(),
        {src.src1.Data(), src.src2.Data(), src.src3.Data(), src.src4.Data()}});
}

}  // namespace isa

/// Per repeat: 32 scores with their indices become 32 records of 8 bytes, by descending score,
/// stable.
template <typename T>
__aicore__ inline void Sort32(const LocalTensor<T>& dst, const LocalTensor<T>& src0,
                              const LocalTensor<uint32_t>& src1, const int32_t repeatTimes) {
    isa::RequireTypeOf<isa::VecApi::kSort32, T>();
    isa::ExpectRepeat("Sort32", repeatTimes);
    isa::Issue(isa::VecSort32{isa::DTypeOf<T>, static_cast<uint32_t>(repeatTimes), dst.Data(),
                              src0.Data(), src1.Data()});
}

/// Merges two to four sorted lists of records; earlier lists win ties.
template <typename T>
__aicore__ inline void MrgSort(const LocalTensor<T>& dst, const MrgSortSrcList<T>& src,
                               const MrgSort4Info& params) {
    if (isa::SortsProposals()) {
        aicore_trap("MrgSort: this core sorts region proposals; use MrgSort4");
    }
    isa::IssueMergeSort<T>(dst, src, params.elementLengths, params.ifExhaustedSuspension,
                           params.validBit, params.repeatTimes, isa::kSortRecordBytes, 0);
}

/// The same; sortedNum receives the records taken of each list.
template <typename T, bool isExhaustedSuspension = false>
__aicore__ inline void MrgSort(const LocalTensor<T>& dst, const MrgSortSrcList<T>& sortList,
                               const uint16_t elementCountList[4], uint32_t sortedNum[4],
                               uint16_t validBit, const int32_t repeatTimes) {
    const bool proposals = isa::SortsProposals();
    isa::IssueMergeSort<T>(dst, sortList, elementCountList, isExhaustedSuspension, validBit,
                           repeatTimes,
                           proposals ? isa::kProposalValues * sizeof(T) : isa::kSortRecordBytes,
                           proposals ? isa::kProposalScore : 0);
    isa::Note(isa::RegisterEvent{"VMS4_SR"});
    for (int32_t i = 0; i < 4; ++i) {
        sortedNum[i] = isa::CurrentCore().sort_counts[i];
    }
}

/// Records that the last MrgSort took of each list.
__aicore__ inline void GetMrgSortResult(uint16_t& mrgSortList1, uint16_t& mrgSortList2,
                                        uint16_t& mrgSortList3, uint16_t& mrgSortList4) {
    ASCENDC_REQUIRE_API("GetMrgSortResult", 100);
    isa::Note(isa::RegisterEvent{"VMS4_SR"});
    const isa::Core& core = isa::CurrentCore();
    mrgSortList1 = core.sort_counts[0];
    mrgSortList2 = core.sort_counts[1];
    mrgSortList3 = core.sort_counts[2];
    mrgSortList4 = core.sort_counts[3];
}

/// Merges lists of region proposals (8 values each, the score is value 4).
template <typename T>
__aicore__ inline void MrgSort4(const LocalTensor<T>& dst, const MrgSortSrcList<T>& src,
                                const MrgSort4Info& params) {
    ASCENDC_LACKS_API("MrgSort4", 310);
    isa::RequireTypeAtRun<isa::VecApi::kMrgSort4, T>();
    isa::IssueMergeSort<T>(dst, src, params.elementLengths, params.ifExhaustedSuspension,
                           params.validBit, params.repeatTimes, isa::kProposalValues * sizeof(T),
                           isa::kProposalScore);
}

/// Sorts groups of 16 region proposals by score.
template <typename T>
__aicore__ inline void RpSort16(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                const int32_t repeatTimes) {
    ASCENDC_LACKS_API("RpSort16", 310);
    isa::RequireTypeAtRun<isa::VecApi::kRpSort16, T>();
    isa::ExpectRepeat("RpSort16", repeatTimes);
    isa::Issue(isa::VecProposalSort{isa::DTypeOf<T>, static_cast<uint32_t>(repeatTimes),
                                    isa::kProposals, dst.Data(), src.Data()});
}

namespace isa {
template <typename T>
inline void IssueProposalConcat(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                const int32_t repeatTimes, const int32_t modeNumber) {
    RequireTypeAtRun<VecApi::kProposalConcat, T>();
    ExpectRepeat("ProposalConcat", repeatTimes);
    Issue(VecProposal{sizeof(T), true, static_cast<uint32_t>(modeNumber),
                      static_cast<uint32_t>(repeatTimes), sizeof(T), dst.Data(), src.Data()});
}
template <typename T>
inline void IssueProposalExtract(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                 const int32_t repeatTimes, const int32_t modeNumber) {
    RequireTypeAtRun<VecApi::kProposalExtract, T>();
    ExpectRepeat("ProposalExtract", repeatTimes);
    Issue(VecProposal{sizeof(T), false, static_cast<uint32_t>(modeNumber),
                      static_cast<uint32_t>(repeatTimes), sizeof(T), dst.Data(), src.Data()});
}
}  // namespace isa

/// Puts 16 values per repeat into value `modeNumber` of region proposals.
template <typename T>
__aicore__ inline void ProposalConcat(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                      const int32_t repeatTimes, const int32_t modeNumber) {
    ASCENDC_LACKS_API("ProposalConcat", 310);
    isa::IssueProposalConcat(dst, src, repeatTimes, modeNumber);
}

/// Takes value `modeNumber` out of 16 region proposals per repeat.
template <typename T>
__aicore__ inline void ProposalExtract(const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                       const int32_t repeatTimes, const int32_t modeNumber) {
    ASCENDC_LACKS_API("ProposalExtract", 310);
    isa::IssueProposalExtract(dst, src, repeatTimes, modeNumber);
}

namespace isa {
/// Values that one sorted element takes.
template <typename T>
ASCENDC_ALWAYS_INLINE uint32_t SortedValues() {
    return SortsProposals() ? kProposalValues : kSortRecordBytes / sizeof(T);
}
}  // namespace isa

/// Elements of T that `elemOffset` records take.
template <typename T>
__aicore__ inline uint32_t GetSortOffset(const uint32_t elemOffset) {
    return elemOffset * isa::SortedValues<T>();
}
template <typename T>
__aicore__ inline uint32_t GetSortLen(const uint32_t elemCount) {
    return elemCount * isa::SortedValues<T>();
}

/// Prepares scores for Sort: they are sorted unmodified, or as region proposals in `tmpLocal`.
template <typename T>
__aicore__ inline void Concat(LocalTensor<T>& concatLocal, const LocalTensor<T>& srcLocal,
                              const LocalTensor<T>& tmpLocal, const int32_t repeatTimes) {
    if (!isa::SortsProposals()) {
        concatLocal = srcLocal;
        return;
    }
    isa::IssueProposalConcat(tmpLocal, srcLocal, repeatTimes, isa::kProposalScore);
    concatLocal = tmpLocal;
}

/// Splits sorted elements (32 per repeat, 16 as region proposals) into scores and indices.
template <typename T>
__aicore__ inline void Extract(const LocalTensor<T>& dstValueLocal,
                               const LocalTensor<uint32_t>& dstIndexLocal,
                               const LocalTensor<T>& sortedLocal, const int32_t repeatTimes) {
    const uint32_t repeat = static_cast<uint32_t>(repeatTimes);
    if (!isa::SortsProposals()) {
        isa::Issue(isa::VecExtract{isa::DTypeOf<T>, repeat * 32, dstValueLocal.Data(),
                                   dstIndexLocal.Data(), sortedLocal.Data()});
        return;
    }
    isa::IssueProposalExtract(dstValueLocal, sortedLocal, repeatTimes, isa::kProposalScore);
    if (dstIndexLocal.GetSize() != 0) {
        isa::IssueProposalIndices<T>(false, repeat, dstIndexLocal.Data(), sortedLocal.Data());
    }
}

/// 32 scores per repeat with their indices become records: one sorted list, or a list per 32.
/// Of region proposals 16 per repeat; their indices are put into `concatLocal`.
template <typename T, bool isFullSort>
__aicore__ inline void Sort(const LocalTensor<T>& dstLocal, const LocalTensor<T>& concatLocal,
                            const LocalTensor<uint32_t>& indexLocal, LocalTensor<T>& tmpLocal,
                            const int32_t repeatTimes) {
    const uint32_t repeat = static_cast<uint32_t>(repeatTimes);
    const bool proposals = isa::SortsProposals();
    if (isFullSort && repeat > 1) {
        isa::NoteWork(
            "Sort", tmpLocal,
            isa::SortScratch(proposals, repeat * (proposals ? isa::kProposals : 32), sizeof(T)));
    }
    if (!proposals) {
        isa::Issue(isa::VecSortAll{isa::DTypeOf<T>, isFullSort, repeat * 32, dstLocal.Data(),
                                   concatLocal.Data(), indexLocal.Data()});
        return;
    }
    if (indexLocal.GetSize() != 0) {
        isa::IssueProposalIndices<T>(true, repeat, concatLocal.Data(), indexLocal.Data());
    }
    isa::Issue(isa::VecProposalSort{isa::DTypeOf<T>, isFullSort ? 1 : repeat,
                                    isFullSort ? repeat * isa::kProposals : isa::kProposals,
                                    dstLocal.Data(), concatLocal.Data()});
}

}  // namespace AscendC
