// Reductions inside the unified buffer.
#pragma once

#include "isa/vec_shape.h"

namespace AscendC::isa {

enum class ReduceOp : uint8_t { kSum, kMax, kMin };

/// Over which lanes one result is formed.
enum class ReduceSpan : uint8_t {
    kRepeat,  ///< one result per repeat
    kBlock,   ///< one result per 32-byte block: 8 per repeat
    kPair,    ///< one result per pair of neighbours: half as many as lanes (sums only)
};

/// The results of a repeat for a maximum or minimum; the numbers are ReduceOrder's.
enum class ReduceLayout : uint8_t { kValueIndex, kIndexValue, kValue, kIndex };

/// Reduction per repeat, block or pair. Sums are formed as a balanced tree of neighbours.
struct VecReduce {
    ReduceOp op;
    ReduceSpan span;
    ReduceLayout layout;  ///< kRepeat with kMax/kMin; kValue otherwise
    DType type;
    VecShape shape;
    void* dst;
    uint32_t dst_step;  ///< bytes from the results of one repeat to those of the next
    VecOperand src;
};

/// Bytes that one result takes.
constexpr uint32_t ResultBytes(const VecReduce& r) {
    const uint32_t bytes = BitsOf(r.type) / 8;
    if (r.op == ReduceOp::kSum) {
        return bytes;
    }
    switch (r.layout) {
        case ReduceLayout::kValueIndex:
        case ReduceLayout::kIndexValue:
            return bytes + (bytes < 4 ? bytes : 4);
        case ReduceLayout::kIndex:
            return 4;
        default:
            return bytes;
    }
}

/// Of what the first result's address is a multiple (ReduceRepeat.md, ReduceDataBlock.md): results
/// of blocks are those of half a block or of one.
constexpr uint32_t ResultUnit(const VecReduce& r) {
    switch (r.span) {
        case ReduceSpan::kRepeat:
            return ResultBytes(r);
        case ReduceSpan::kBlock:
            return BitsOf(r.type);
        default:
            return 32;
    }
}

/// How the sums of repeats are added up; each one's is a tree of neighbours.
enum class SumOrder : uint8_t {
    kInTurn,  ///< one after the other
    kTree,    ///< as a tree again
    kMerged,  ///< lane by lane, before the one tree
};

/// Reduction of everything to one value at dst[0], with its index at dst[1] if asked for. Of sums
/// dst may be null: only the register gets them.
struct VecReduceAll {
    ReduceOp op;
    bool with_index;
    SumOrder order;  ///< of sums
    DType type;
    VecShape shape;
    void* dst;
    VecOperand src;
};

/// Row-wise sums: dst[r] = sum of the first `valid` of `cols` elements of row r.
struct VecRowSum {
    DType type;      ///< of src and dst
    DType acc_type;  ///< of the additions
    uint32_t rows, cols, valid;
    float scale;  ///< the sum is multiplied by it (1 for a plain sum)
    void* dst;
    const void* src;
};

enum class AxisOp : uint8_t { kSum, kMax, kMin, kProd };

/// Reduction of one axis of a matrix: along rows (dst[rows]) or along columns (dst[cols]).
struct VecReduceAxis {
    AxisOp op;
    bool along_columns;  ///< reduce the first axis: dst[c] over all rows
    DType type;
    uint32_t rows, cols, pitch;  ///< `pitch` elements from one row to the next
    float scale;                 ///< results are multiplied by it
    void* dst;
    const void* src;
};

/// Running sums along the rows (`along_rows`) or down the columns of a matrix; formed in float for
/// half.
struct VecCumSum {
    DType type;
    bool along_rows;
    uint32_t rows, cols;
    void* dst;
    const void* src;
    void* last_row;  ///< receives the last row of the result; may be null
};

/// dst[0] = sum of src0 ^ src1, saturated to int16.
struct VecXorSum {
    uint32_t count;
    int16_t* dst;
    const int16_t* src0;
    const int16_t* src1;
};

}  // namespace AscendC::isa
