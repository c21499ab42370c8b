// Temporary memory and tiling of BatchNorm.
#ifndef LIB_NORMALIZATION_BATCHNORM_TILING_H_
#define LIB_NORMALIZATION_BATCHNORM_TILING_H_

#include <cstdint>

#include "graph/tensor.h"
#include "kernel_tiling/kernel_tiling.h"
#include "lib/normalization/batchnorm_tilingdata.h"

namespace AscendC {
/// Bytes of temporary memory for the shape: `maxValue` does everything at once, `minValue` is the
/// least. Shapes are [b, s, h]; false for others.
bool GetBatchNormMaxMinTmpSize(const ge::Shape& srcShape, const ge::Shape& originSrcShape,
                               const uint32_t typeSize, const bool isReuseSource,
                               uint32_t& maxValue, uint32_t& minValue,
                               const bool isBasicBlock = false);
/// False if s * h of `srcShape` is no multiple of a block, the shapes do not fit each other, or the
/// memory is too small.
bool GetBatchNormNDTilingInfo(const ge::Shape& srcShape, const ge::Shape& originSrcShape,
                              const uint32_t stackBufferByteSize, const uint32_t typeSize,
                              const bool isReuseSource, optiling::BatchNormTiling& tilling,
                              const bool isBasicBlock = false);
bool GetBatchNormNDTilingInfo(const ge::Shape& srcShape, const ge::Shape& originSrcShape,
                              const uint32_t stackBufferByteSize, const uint32_t typeSize,
                              const bool isReuseSource, AscendC::tiling::BatchNormTiling& tilling,
                              const bool isBasicBlock = false);
}  // namespace AscendC

#endif  // LIB_NORMALIZATION_BATCHNORM_TILING_H_
