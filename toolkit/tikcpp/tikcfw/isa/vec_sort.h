// Sorting instructions. Sorted data are records of 8 bytes: a score (float, or half and two unused
// bytes) and a uint32 index; lists are sorted by descending score.
#pragma once

#include "isa/vec_shape.h"

namespace AscendC::isa {

/// Per repeat: 32 scores and 32 indices become 32 records, sorted; equal scores keep their order.
struct VecSort32 {
    DType type;
    uint32_t repeat;
    void* dst;
    const void* scores;
    const uint32_t* indices;
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
};

/// Splits records into scores and indices.
struct VecExtract {
    DType type;
    uint32_t count;
    void* scores;
    uint32_t* indices;
    const void* src;
};

/// `count` scores and indices become records, sorted completely (or in groups of 32).
struct VecSortAll {
    DType type;
    bool full;
    uint32_t count;
    void* dst;
    const void* scores;
    const uint32_t* indices;
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
};

/// Lists of proposals, each sorted by their score (value 4), descending, stable.
struct VecProposalSort {
    DType type;
    uint32_t lists;
    uint32_t length;  ///< proposals of a list
    void* dst;
    const void* src;
};

}  // namespace AscendC::isa
