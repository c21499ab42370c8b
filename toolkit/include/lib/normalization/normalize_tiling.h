// Temporary memory of Normalize.
#ifndef LIB_NORMALIZATION_NORMALIZE_TILING_H_
#define LIB_NORMALIZATION_NORMALIZE_TILING_H_

#include <cstdint>

#include "graph/tensor.h"

namespace AscendC {
/// Bytes of temporary memory for the shape: `maxValue` does everything at once, `minValue` is the
/// least. Shapes are [a, r].
void GetNormalizeMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSizeU,
                               const uint32_t typeSizeT, const bool isReuseSource,
                               const bool isComputeRstd, const bool isOnlyOutput,
                               uint32_t& maxValue, uint32_t& minValue);
}  // namespace AscendC

#endif  // LIB_NORMALIZATION_NORMALIZE_TILING_H_
