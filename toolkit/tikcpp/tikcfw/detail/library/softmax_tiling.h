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

/// Rows in float that a function keeps beside its operands.
enum class SoftmaxCopies : uint32_t { kSoftmax = 1, kFlash = 2, kFlashV3 = 3, kGrad = 3 };

/// Floats of temporary memory for one row: its copies, its maximum and sum, and a partial result.
constexpr uint32_t SoftmaxFloatsPerRow(uint32_t cols, SoftmaxCopies copies) {
    return static_cast<uint32_t>(copies) * cols + kSoftmaxFloatBlock + kSoftmaxFloatRepeat;
}

/// `type_size`: bytes of an element of the row statistics; `floats`: temporary memory.
template <typename Tiling>
constexpr Tiling SoftmaxTilingOf(uint32_t rows, uint32_t cols, uint32_t type_size, uint32_t floats,
                                 SoftmaxCopies copies) {
    uint32_t split = floats / SoftmaxFloatsPerRow(cols, copies);
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
    const uint32_t srcM, const uint32_t srcK, [[maybe_unused]] const uint32_t dataTypeSize1,
    const uint32_t dataTypeSize2, const uint32_t localWorkSpaceSize,
    [[maybe_unused]] const bool isUpdate = false, [[maybe_unused]] const bool isBasicBlock = false,
    [[maybe_unused]] const bool isDataFormatNZ = false,
    [[maybe_unused]] const bool isFlashOutputBrc = false) {
    return isa::SoftmaxTilingOf<SoftMaxTiling>(srcM, srcK, dataTypeSize2, localWorkSpaceSize,
                                               isa::SoftmaxCopies::kFlash);
}

}  // namespace AscendC
