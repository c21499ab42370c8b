// Temporary memory and tiling of ConfusionTranspose.
#ifndef LIB_TRANSPOSE_CONFUSION_TRANSPOSE_TILING_H_
#define LIB_TRANSPOSE_CONFUSION_TRANSPOSE_TILING_H_

#include <cstdint>

#include "graph/tensor.h"
#include "kernel_tiling/kernel_tiling.h"
#include "lib/transpose/confusion_transpose_tilingdata.h"

namespace AscendC {
// Sources of direct launches have those of the kernel language, of other types.
#ifndef ASCC_PARAM_BLOCK_CUBE
#define ASCC_PARAM_BLOCK_CUBE
constexpr uint32_t BLOCK_CUBE = 16;  ///< elements in a side of a fractal
#endif
#ifndef ASCC_PARAM_ONE_BLK_SIZE
#define ASCC_PARAM_ONE_BLK_SIZE
constexpr uint32_t ONE_BLK_SIZE = 32;  ///< bytes
#endif
#ifndef ASCC_PARAM_CUBE_MAX_SIZE
#define ASCC_PARAM_CUBE_MAX_SIZE
constexpr int32_t CUBE_MAX_SIZE = 256;  ///< elements in a fractal of 2-byte elements
#endif

/// Bytes of temporary memory for the shape: `maxValue` does everything at once, `minValue` is the
/// least. Shapes are [b, n, s, h / n], or [h, w] for type 7.
/// `transposeTypeIn`: the kernel's TransposeType, 1 to 7.
void GetConfusionTransposeMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                                        const uint32_t transposeTypeIn, uint32_t& maxValue,
                                        uint32_t& minValue);
void GetTransposeMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                               const uint32_t transposeTypeIn, uint32_t& maxValue,
                               uint32_t& minValue);
/// `stackBufferSize`: bytes of temporary memory that the kernel will have.
void GetConfusionTransposeTilingInfo(const ge::Shape& srcShape, const uint32_t stackBufferSize,
                                     const uint32_t typeSize, const uint32_t transposeTypeIn,
                                     optiling::ConfusionTransposeTiling& tiling);
void GetConfusionTransposeTilingInfo(const ge::Shape& srcShape, const uint32_t stackBufferSize,
                                     const uint32_t typeSize, const uint32_t transposeTypeIn,
                                     AscendC::tiling::ConfusionTransposeTiling& tiling);
void GetTransposeTilingInfo(const ge::Shape& srcShape, const uint32_t stackBufferSize,
                            const uint32_t typeSize, const uint32_t transposeTypeIn,
                            optiling::ConfusionTransposeTiling& tiling);
void GetTransposeTilingInfo(const ge::Shape& srcShape, const uint32_t stackBufferSize,
                            const uint32_t typeSize, const uint32_t transposeTypeIn,
                            AscendC::tiling::ConfusionTransposeTiling& tiling);
/// The same for type 7.
void GetConfusionTransposeOnlyTilingInfo(const ge::Shape& srcShape, const uint32_t stackBufferSize,
                                         const uint32_t typeSize,
                                         optiling::ConfusionTransposeTiling& tiling);
void GetConfusionTransposeOnlyTilingInfo(const ge::Shape& srcShape, const uint32_t stackBufferSize,
                                         const uint32_t typeSize,
                                         AscendC::tiling::ConfusionTransposeTiling& tiling);
}  // namespace AscendC

#endif  // LIB_TRANSPOSE_CONFUSION_TRANSPOSE_TILING_H_
