// Temporary memory and tiling of LayerNormGrad.
#ifndef LIB_NORMALIZATION_LAYERNORM_GRAD_TILING_H_
#define LIB_NORMALIZATION_LAYERNORM_GRAD_TILING_H_

#include <cstdint>

#include "graph/tensor.h"
#include "kernel_tiling/kernel_tiling.h"
#include "lib/normalization/layernorm_grad_tilingdata.h"

namespace AscendC {
/// Bytes of temporary memory for the shape: `maxValue` does everything at once, `minValue` is the
/// least. Shapes are [b, s, h].
void GetLayerNormGradMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                                   const bool isReuseSource, uint32_t& maxValue,
                                   uint32_t& minValue);
/// `stackBufferSize`: bytes of temporary memory that the kernel will have.
void GetLayerNormGradNDTilingInfo(const ge::Shape srcShape, const uint32_t stackBufferSize,
                                  const uint32_t typeSize, const bool isReuseSource,
                                  optiling::LayerNormGradTiling& tiling);
void GetLayerNormGradNDTilingInfo(const ge::Shape srcShape, const uint32_t stackBufferSize,
                                  const uint32_t typeSize, const bool isReuseSource,
                                  AscendC::tiling::LayerNormGradTiling& tiling);
}  // namespace AscendC

#endif  // LIB_NORMALIZATION_LAYERNORM_GRAD_TILING_H_
