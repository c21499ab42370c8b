// Temporary memory of WelfordFinalize.
#ifndef LIB_NORMALIZATION_WELFORDFINALIZE_TILING_H_
#define LIB_NORMALIZATION_WELFORDFINALIZE_TILING_H_

#include <cstdint>

#include "graph/tensor.h"

namespace AscendC {
/// Bytes of temporary memory for the shape: `maxValue` does everything at once, `minValue` is the
/// least. Shapes are [ab].
void GetWelfordFinalizeMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                                     const bool isReuseSource, uint32_t& maxValue,
                                     uint32_t& minValue);
}  // namespace AscendC

#endif  // LIB_NORMALIZATION_WELFORDFINALIZE_TILING_H_
