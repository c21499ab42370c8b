// Temporary memory of a vector function.
#ifndef LIB_MATH_POWER_TILING_H_
#define LIB_MATH_POWER_TILING_H_

#include <cstdint>

#include "graph/tensor.h"

namespace AscendC {
void GetPowerMaxMinTmpSize(const ge::Shape& srcShape1, const ge::Shape& srcShape2,
                           const bool typeIsInt, const uint32_t typeSize, const bool isReuseSource,
                           uint32_t& maxValue, uint32_t& minValue);
void GetPowerTmpBufferFactorSize(const bool baseIsTensor, const bool expIsTensor,
                                 const bool typeIsInt, const uint32_t typeSize,
                                 uint32_t& maxLiveNodeCount, uint32_t& extraBuffer);
}  // namespace AscendC

#endif  // LIB_MATH_POWER_TILING_H_
