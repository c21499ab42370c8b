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

/// What differs in the temporary memory that a row takes.
enum class SoftmaxRow : uint8_t { kPlain, kFlashUpdate, kFlashV2, kFlashV3, kGrad, kGradFront };

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

/// `type_size`: bytes of an element of the row statistics; `floats`: temporary memory, of which a
/// row takes `per_row`.
template <typename Tiling>
constexpr Tiling SoftmaxTilingOf(uint32_t rows, uint32_t cols, uint32_t type_size, uint32_t floats,
                                 uint32_t per_row) {
    uint32_t split = floats / per_row;
    split = split < rows ? split : rows;
    split = split > kSoftmaxBasicRows ? split / kSoftmaxBasicRows * kSoftmaxBasicRows : split;
    split = split > 0 ? split : 1;
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

}  // namespace isa

/// `localWorkSpaceSize`: floats.
constexpr SoftMaxTiling SoftMaxFlashV2TilingFuncImpl(
    const uint32_t srcM, const uint32_t srcK, const uint32_t dataTypeSize1,
    const uint32_t dataTypeSize2, const uint32_t localWorkSpaceSize,
    [[maybe_unused]] const bool isUpdate = false, [[maybe_unused]] const bool isBasicBlock = false,
    [[maybe_unused]] const bool isDataFormatNZ = false,
    [[maybe_unused]] const bool isFlashOutputBrc = false) {
    return isa::SoftmaxTilingOf<SoftMaxTiling>(
        srcM, srcK, dataTypeSize2, localWorkSpaceSize,
        isa::SoftmaxFloatsPerRow(isa::SoftmaxRow::kFlashV2, srcK, dataTypeSize1, dataTypeSize2));
}

}  // namespace AscendC
