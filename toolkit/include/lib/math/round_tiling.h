// Temporary memory of a vector function.
#ifndef LIB_MATH_ROUND_TILING_H_
#define LIB_MATH_ROUND_TILING_H_

#include <cstdint>

#include "graph/tensor.h"
#include "tiling/platform/platform_ascendc.h"

namespace AscendC {
void GetRoundMaxMinTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform,
                           const ge::Shape& srcShape, const uint32_t typeSize,
                           const bool isReuseSource, uint32_t& maxValue, uint32_t& minValue);
void GetRoundTmpBufferFactorSize(const platform_ascendc::PlatformAscendC& ascendcPlatform,
                                 const uint32_t typeSize, uint32_t& maxLiveNodeCount,
                                 uint32_t& extraBuffer);
}  // namespace AscendC

#endif  // LIB_MATH_ROUND_TILING_H_
