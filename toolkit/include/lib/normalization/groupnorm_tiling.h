// Temporary memory and tiling of GroupNorm.
#ifndef LIB_NORMALIZATION_GROUPNORM_TILING_H_
#define LIB_NORMALIZATION_GROUPNORM_TILING_H_

#include <cstdint>

#include "graph/tensor.h"
#include "kernel_tiling/kernel_tiling.h"
#include "lib/normalization/groupnorm_tilingdata.h"

namespace AscendC {
/// Bytes of temporary memory for the shape: `maxValue` does everything at once, `minValue` is the
/// least. Shapes are [n, c, h, w].
void GetGroupNormMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                               const bool isReuseSource, const uint32_t groupNum,
                               uint32_t& maxValue, uint32_t& minValue);
/// `stackBufferSize`: bytes of temporary memory that the kernel will have.
void GetGroupNormNDTilingInfo(const ge::Shape& srcShape, const uint32_t stackBufferSize,
                              const uint32_t typeSize, const bool isReuseSource,
                              const uint32_t groupNum, optiling::GroupNormTiling& tiling);
void GetGroupNormNDTilingInfo(const ge::Shape& srcShape, const uint32_t stackBufferSize,
                              const uint32_t typeSize, const bool isReuseSource,
                              const uint32_t groupNum, AscendC::tiling::GroupNormTiling& tiling);
}  // namespace AscendC

#endif  // LIB_NORMALIZATION_GROUPNORM_TILING_H_
