// Temporary memory and tiling of RmsNorm.
#ifndef LIB_NORMALIZATION_RMSNORM_TILING_H_
#define LIB_NORMALIZATION_RMSNORM_TILING_H_

#include <cstdint>

#include "graph/tensor.h"
#include "kernel_tiling/kernel_tiling.h"
#include "lib/normalization/rmsnorm_tilingdata.h"

namespace AscendC {
/// Bytes of temporary memory for the shape: `maxValue` does everything at once, `minValue` is the
/// least. Shapes are [b, s, h]; false for others.
bool GetRmsNormMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, uint32_t& maxValue,
                             uint32_t& minValue, const bool isBasicBlock = false);
/// `srcShape`: with h padded to whole blocks. False if the shapes do not fit each other or the
/// memory is too small.
bool GetRmsNormTilingInfo(const ge::Shape& srcShape, const ge::Shape& originSrcShape,
                          const uint32_t stackBufferByteSize, const uint32_t typeSize,
                          optiling::RmsNormTiling& tiling, const bool isBasicBlock = false);
bool GetRmsNormTilingInfo(const ge::Shape& srcShape, const ge::Shape& originSrcShape,
                          const uint32_t stackBufferByteSize, const uint32_t typeSize,
                          AscendC::tiling::RmsNormTiling& tiling, const bool isBasicBlock = false);
}  // namespace AscendC

#endif  // LIB_NORMALIZATION_RMSNORM_TILING_H_
