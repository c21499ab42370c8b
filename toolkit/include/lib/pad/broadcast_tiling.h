// Temporary memory of a vector function.
#ifndef LIB_PAD_BROADCAST_TILING_H_
#define LIB_PAD_BROADCAST_TILING_H_

#include <cstdint>

#include "graph/tensor.h"
#include "tiling/platform/platform_ascendc.h"

namespace AscendC {
void GetBroadCastMaxMinTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform,
                               const ge::Shape& srcShape, const ge::Shape& dstShape,
                               uint32_t typeSize, const bool isReuseSource, uint32_t& maxValue,
                               uint32_t& minValue);
}  // namespace AscendC

#endif  // LIB_PAD_BROADCAST_TILING_H_
