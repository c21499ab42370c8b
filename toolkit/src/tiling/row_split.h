// How the normalisations split rows over their temporary memory, which holds the statistics of all
// rows and float copies of some.
#pragma once

#include <algorithm>
#include <cstdint>

#include "graph/tensor.h"
#include "tiling/tmp_size.h"

namespace api_tiling {

constexpr uint32_t kFloatBytes = 4;
constexpr uint32_t kHalfBytes = 2;
constexpr uint32_t kFloatsPerBlock = 8;

/// Extent of an axis; 1 for one that is absent, unknown or empty.
inline uint32_t Dim(const ge::Shape& shape, size_t axis) {
    return axis < shape.GetDimNum() && shape.GetDim(axis) > 0
               ? static_cast<uint32_t>(shape.GetDim(axis))
               : 1;
}

/// A reused source of float data is one of the copies.
inline uint32_t Copies(uint32_t copies, uint32_t type_size, bool reuse) {
    return reuse && type_size == kFloatBytes ? copies - 1 : copies;
}

struct RowSplit {
    uint32_t rows = 1;
    uint32_t row = 1;      ///< elements of a row
    uint32_t buffers = 1;  ///< copies of rows in float
    uint32_t stats = 0;    ///< floats of one kind of statistic; two kinds stand first
    uint32_t floats = 0;   ///< temporary memory
    uint32_t rows_at_once = 1;

    uint32_t AtOnce() const { return rows_at_once * row; }
    uint32_t Rounds() const { return rows / rows_at_once; }
    uint32_t TailRows() const { return rows % rows_at_once; }
    /// Where copy `i` begins, in floats.
    uint32_t Start(uint32_t i) const { return 2 * stats + i * AtOnce(); }
};

/// Floats of one statistic of all rows.
inline uint32_t StatFloats(uint32_t rows) {
    return static_cast<uint32_t>(tmp_size::AlignUp(rows, kFloatsPerBlock));
}

inline uint64_t SplitBytes(uint32_t rows_at_once, uint32_t row, uint32_t buffers, uint32_t stats) {
    return (uint64_t{rows_at_once} * row * buffers + 2 * uint64_t{stats}) * kFloatBytes;
}

/// Least memory: one row at a time. Most: all rows.
inline void SplitRange(uint32_t rows, uint32_t row, uint32_t buffers, uint32_t stats,
                       uint32_t* max_value, uint32_t* min_value) {
    *min_value = tmp_size::Saturate(SplitBytes(1, row, buffers, stats));
    *max_value = tmp_size::Saturate(SplitBytes(rows, row, buffers, stats));
}

/// As many rows at once as `bytes` hold, at least one.
inline RowSplit SplitRows(uint32_t rows, uint32_t row, uint32_t buffers, uint32_t stats,
                          uint32_t bytes) {
    RowSplit split;
    split.rows = std::max(rows, 1U);
    split.row = std::max(row, 1U);
    split.buffers = buffers;
    split.stats = stats;
    split.floats = bytes / kFloatBytes;
    const uint32_t remaining = split.floats > 2 * stats ? split.floats - 2 * stats : 0;
    split.rows_at_once = std::max(std::min(remaining / (split.row * buffers), split.rows), 1U);
    return split;
}

/// The fields that the structures of all normalisations of rows have.
template <typename Tiling>
void FillSplit(const RowSplit& split, Tiling* tiling) {
    tiling->inputXSize = split.rows * split.row;
    tiling->meanVarSize = split.rows;
    tiling->numberOfTmpBuf = split.buffers;
    tiling->varianceTmpTensorPos = split.stats;
    tiling->varianceTmpTensorSize = split.stats;
    tiling->tmpBufSize = split.floats;
    tiling->oneTmpSize = split.AtOnce();
    tiling->firstTmpStartPos = split.Start(0);
    tiling->secondTmpStartPos = split.Start(1);
    tiling->thirdTmpStartPos = split.Start(2);
    tiling->loopRound = split.Rounds();
    tiling->inputRoundSize = split.AtOnce();
    tiling->inputTailSize = split.TailRows() * split.row;
    tiling->inputTailPos = split.Rounds() * split.AtOnce();
    tiling->meanVarRoundSize = split.rows_at_once;
    tiling->meanVarTailSize = split.TailRows();
    tiling->meanVarTailPos = split.Rounds() * split.rows_at_once;
}

}  // namespace api_tiling
