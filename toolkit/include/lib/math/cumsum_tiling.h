// Temporary memory of a vector function.
#ifndef LIB_MATH_CUMSUM_TILING_H_
#define LIB_MATH_CUMSUM_TILING_H_

#include <cstdint>

#include "graph/tensor.h"

namespace AscendC {
void GetCumSumMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                            const bool isLastAxis, const bool isReuseSource, uint32_t& maxValue,
                            uint32_t& minValue);
}  // namespace AscendC

#endif  // LIB_MATH_CUMSUM_TILING_H_
