// Temporary memory of a vector function.
#ifndef LIB_MATH_TRUNC_TILING_H_
#define LIB_MATH_TRUNC_TILING_H_

#include <cstdint>

#include "graph/tensor.h"

namespace AscendC {
/// Bytes of temporary memory for the shape: `maxValue` does all elements at once, `minValue` is the
/// least.
void GetTruncMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                           const bool isReuseSource, uint32_t& maxValue, uint32_t& minValue);
/// Temporary memory is maxLiveNodeCount times the memory of the elements, plus extraBuffer bytes.
void GetTruncTmpBufferFactorSize(const uint32_t typeSize, uint32_t& maxLiveNodeCount,
                                 uint32_t& extraBuffer);
}  // namespace AscendC

#endif  // LIB_MATH_TRUNC_TILING_H_
