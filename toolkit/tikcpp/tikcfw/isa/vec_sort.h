// Sorting instructions. Sorted data are records of 8 bytes: a score (float, or half and two unused
// bytes) and a uint32 index; lists are sorted by descending score.
#pragma once

#include "isa/vec_shape.h"

namespace AscendC::isa {
struct VecSort32;
struct VecMergeSort;
struct VecExtract;
struct VecSortAll;
struct VecTopK;
struct VecProposal;
struct VecProposalSort;
}  // namespace AscendC::isa

extern "C" {
void aicore_vec_sort32(const AscendC::isa::VecSort32* record);
void aicore_vec_merge_sort(const AscendC::isa::VecMergeSort* record);
void aicore_vec_extract(const AscendC::isa::VecExtract* record);
void aicore_vec_sort_all(const AscendC::isa::VecSortAll* record);
void aicore_vec_top_k(const AscendC::isa::VecTopK* record);
void aicore_vec_proposal(const AscendC::isa::VecProposal* record);
void aicore_vec_proposal_sort(const AscendC::isa::VecProposalSort* record);
}

namespace AscendC::isa {

/// Per repeat: 32 scores and 32 indices become 32 records, sorted; equal scores keep their order.
struct VecSort32 {
    DType type;
    uint32_t repeat;
    void* dst;
    const void* scores;
    const uint32_t* indices;

    ASCENDC_ALWAYS_INLINE static void Execute(const VecSort32& record) {
        aicore_vec_sort32(&record);
    }
};

/// Merges up to four sorted lists of records of `record_bytes` (8; proposals 16).
struct VecMergeSort {
    DType type;
    uint32_t record_bytes;
    uint32_t score_offset;  ///< bytes from the start of a record to its score
    uint32_t lists;         ///< bit per list that takes part
    bool suspend;           ///< stop as soon as one list is used up
    uint32_t repeat;        ///< > 1: four lists of equal length follow each other
    uint32_t lengths[4];    ///< records per list
    void* dst;
    const void* src[4];

    ASCENDC_ALWAYS_INLINE static void Execute(const VecMergeSort& record) {
        aicore_vec_merge_sort(&record);
    }
};

/// Splits records into scores and indices.
struct VecExtract {
    DType type;
    uint32_t count;
    void* scores;
    uint32_t* indices;
    const void* src;

    ASCENDC_ALWAYS_INLINE static void Execute(const VecExtract& record) {
        aicore_vec_extract(&record);
    }
};

/// `count` scores and indices become records, sorted completely (or in groups of 32).
struct VecSortAll {
    DType type;
    bool full;
    uint32_t count;
    void* dst;
    const void* scores;
    const uint32_t* indices;

    ASCENDC_ALWAYS_INLINE static void Execute(const VecSortAll& record) {
        aicore_vec_sort_all(&record);
    }
};

/// Largest or smallest `k` of each row, with their indices; NaN comes first.
struct VecTopK {
    DType type;
    bool largest;
    uint32_t rows, pitch, valid, k;   ///< rows of `pitch` elements, the first `valid` count
    uint32_t dst_pitch, index_pitch;  ///< elements from one row of results to the next
    void* values;
    int32_t* indices;
    const void* src;
    const int32_t* src_indices;  ///< null: positions in the row
    uint32_t src_index_pitch;    ///< elements from one row's indices to the next's; 0: one for all
    const bool* finished;        ///< rows that are done get index `finished_index`; may be null
    int32_t finished_index;

    ASCENDC_ALWAYS_INLINE static void Execute(const VecTopK& record) { aicore_vec_top_k(&record); }
};

/// Moves one of the 8 values of region proposals to or from a plain array; 16 proposals per repeat.
struct VecProposal {
    uint32_t size;  ///< bytes of a value
    bool to_proposals;
    uint32_t field;  ///< which of the 8 values
    uint32_t repeat;
    uint32_t pitch;  ///< bytes from one value of the plain array to the next
    void* dst;
    const void* src;

    ASCENDC_ALWAYS_INLINE static void Execute(const VecProposal& record) {
        aicore_vec_proposal(&record);
    }
};

/// Lists of proposals, each sorted by their score (value 4), descending, stable.
struct VecProposalSort {
    DType type;
    uint32_t lists;
    uint32_t length;  ///< proposals of a list
    void* dst;
    const void* src;

    ASCENDC_ALWAYS_INLINE static void Execute(const VecProposalSort& record) {
        aicore_vec_proposal_sort(&record);
    }
};

}  // namespace AscendC::isa
