// Temporary memory of a vector function.
#ifndef LIB_SORT_TOPK_TILING_H_
#define LIB_SORT_TOPK_TILING_H_

#include <cstdint>

#include "tiling/platform/platform_ascendc.h"

namespace AscendC {
enum class TopKMode {
    TOPK_NORMAL,
    TOPK_NSMALL,
};

/// Bytes of temporary memory of TopK on `outter` rows of `inner` elements; false for an element
/// size it cannot sort.
bool GetTopKMaxMinTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform,
                          const int32_t inner, const int32_t outter, const bool isReuseSource,
                          const bool isInitIndex, enum TopKMode mode, const bool isLargest,
                          const uint32_t dataTypeSize, uint32_t& maxValue, uint32_t& minValue);
}  // namespace AscendC

#endif  // LIB_SORT_TOPK_TILING_H_
