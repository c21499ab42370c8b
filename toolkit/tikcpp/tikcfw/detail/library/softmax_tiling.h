// How the softmax functions split rows over their temporary memory; for kernels that compute it
// themselves and for the host library.
#pragma once

#include <cstdint>

#include "kernel_tiling/kernel_tiling.h"

namespace AscendC {
namespace isa {

constexpr uint32_t kSoftmaxFloatBlock = 8;    ///< floats of a block
constexpr uint32_t kSoftmaxFloatRepeat = 64;  ///< floats of a vector instruction
constexpr uint32_t kSoftmaxBasicRows = 8;     ///< rows of the variant for basic blocks
constexpr uint32_t kSoftmaxMostBasicRows = 64;
constexpr uint32_t kSoftmaxBasicColumns = 2048;  ///< basic blocks have fewer

/// What differs in the temporary memory that a row takes.
enum class SoftmaxRow : uint8_t {
    kPlain,
    kFlashUpdate,
    kFlashV2,
    kFlashV2Basic,
    kFlashV3,
    kGrad,
    kGradFront
};

/// Floats that hold a result for each block of a row, in whole vectors.
constexpr uint32_t SoftmaxBlockResults(uint32_t cols) {
    const uint32_t blocks = (cols + kSoftmaxFloatBlock - 1) / kSoftmaxFloatBlock;
    return (blocks + kSoftmaxFloatRepeat - 1) / kSoftmaxFloatRepeat * kSoftmaxFloatRepeat;
}

/// Whether rows of data can be worked on as basic blocks.
constexpr bool IsSoftmaxBasic(uint32_t rows, uint32_t cols) {
    return rows % kSoftmaxBasicRows == 0 && cols % kSoftmaxFloatRepeat == 0 &&
           cols < kSoftmaxBasicColumns;
}

/// The rows at a time of those that fit: whole groups of `unit`; of basic blocks at most 64, and if
/// possible as many as leave no tail.
constexpr uint32_t SoftmaxRowsAtOnce(uint32_t rows, uint32_t fit, uint32_t unit, bool basic) {
    uint32_t split = fit < rows ? fit : rows;
    split = basic && split > kSoftmaxMostBasicRows ? kSoftmaxMostBasicRows : split;
    split = split > unit ? split / unit * unit : split;
    for (uint32_t even = split; basic && even >= unit; even -= unit) {
        if (rows % even == 0) {
            return even;
        }
    }
    return split > 0 ? split : 1;
}

/// Floats of temporary memory for one row of data: copies of it, blocks of statistics, a partial
/// result. `stat_size`: bytes of an element of the row statistics.
constexpr uint32_t SoftmaxFloatsPerRow(SoftmaxRow row, uint32_t cols, uint32_t type_size,
                                       uint32_t stat_size) {
    const bool half = type_size == 2;
    const uint32_t block = 32 / (stat_size > 0 ? stat_size : 1);
    switch (row) {
        case SoftmaxRow::kFlashUpdate:
            return 2 * cols + 4 * block;
        case SoftmaxRow::kFlashV2:
            return half ? cols + 2 * block + kSoftmaxFloatRepeat : block + kSoftmaxFloatRepeat;
        case SoftmaxRow::kFlashV2Basic:
            return (half ? cols : 0) + block + SoftmaxBlockResults(cols);
        case SoftmaxRow::kFlashV3:
            return 2 * cols + 5 * block + kSoftmaxFloatRepeat;
        case SoftmaxRow::kGrad:
            return (half ? 3 : 1) * cols + 2 * block + kSoftmaxFloatRepeat;
        case SoftmaxRow::kGradFront:
            return half ? 3 * cols + 2 * block + kSoftmaxFloatRepeat
                        : cols + block + kSoftmaxFloatRepeat;
        default:
            return cols + block + kSoftmaxFloatRepeat;
    }
}

/// Rows that the flash softmax's second version takes together: of sums and maxima that are written
/// to whole blocks, as many as a block has elements of the data.
constexpr uint32_t SoftmaxFlashV2Unit(uint32_t type_size, bool broadcast) {
    return broadcast && type_size > 0 ? 32 / type_size : kSoftmaxBasicRows;
}

/// `type_size`: bytes of an element of the row statistics; `split`: rows at a time.
template <typename Tiling>
constexpr Tiling SoftmaxTilingOf(uint32_t rows, uint32_t cols, uint32_t type_size, uint32_t split) {
    const uint32_t tail = rows % split;
    const uint32_t out = 32 / (type_size > 0 ? type_size : 1);
    Tiling tiling = {};
    tiling.srcM = rows;
    tiling.srcK = cols;
    tiling.srcSize = rows * cols;
    tiling.outMaxM = rows;
    tiling.outMaxK = out;
    tiling.outMaxSize = rows * out;
    tiling.splitM = split;
    tiling.splitK = cols;
    tiling.splitSize = split * cols;
    tiling.reduceM = split;
    tiling.reduceK = kSoftmaxFloatBlock;
    tiling.reduceSize = split * kSoftmaxFloatBlock;
    tiling.rangeM = rows / split;
    tiling.tailM = tail;
    tiling.tailSplitSize = tail * cols;
    tiling.tailReduceSize = tail * kSoftmaxFloatBlock;
    return tiling;
}

/// The flash softmax's second version. `stat_size`: bytes of an element of the row statistics;
/// `floats`: temporary memory.
template <typename Tiling>
constexpr Tiling SoftmaxFlashV2TilingOf(uint32_t rows, uint32_t cols, uint32_t type_size,
                                        uint32_t stat_size, uint32_t floats, bool basic,
                                        bool broadcast) {
    const SoftmaxRow row = basic ? SoftmaxRow::kFlashV2Basic : SoftmaxRow::kFlashV2;
    const uint32_t fit = floats / SoftmaxFloatsPerRow(row, cols, type_size, stat_size);
    return SoftmaxTilingOf<Tiling>(
        rows, cols, stat_size,
        SoftmaxRowsAtOnce(rows, fit, SoftmaxFlashV2Unit(type_size, broadcast), basic));
}

}  // namespace isa

/// `localWorkSpaceSize`: floats.
constexpr SoftMaxTiling SoftMaxFlashV2TilingFuncImpl(
    const uint32_t srcM, const uint32_t srcK, const uint32_t dataTypeSize1,
    const uint32_t dataTypeSize2, const uint32_t localWorkSpaceSize,
    [[maybe_unused]] const bool isUpdate = false, const bool isBasicBlock = false,
    [[maybe_unused]] const bool isDataFormatNZ = false, const bool isFlashOutputBrc = false) {
    return isa::SoftmaxFlashV2TilingOf<SoftMaxTiling>(srcM, srcK, dataTypeSize1, dataTypeSize2,
                                                      localWorkSpaceSize, isBasicBlock,
                                                      isFlashOutputBrc);
}

}  // namespace AscendC
