// Temporary memory of a vector function.
#ifndef LIB_SORT_TOPK_TILING_H_
#define LIB_SORT_TOPK_TILING_H_

#include <cstdint>

#include "kernel_tiling/kernel_tiling.h"
#include "kernel_tiling/tiling_enums.h"
#include "lib/sort/topk_tilingdata.h"
#include "tiling/platform/platform_ascendc.h"

namespace AscendC {
/// Bytes of temporary memory of TopK on `outter` rows of `inner` elements; false for an element
/// size it cannot sort.
bool GetTopKMaxMinTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform,
                          const int32_t inner, const int32_t outter, const bool isReuseSource,
                          const bool isInitIndex, enum TopKMode mode, const bool isLargest,
                          const uint32_t dataTypeSize, uint32_t& maxValue, uint32_t& minValue);
/// False unless `inner` is a multiple of 32 (32 in small mode, at most 4096 in normal mode) and k
/// lies in 1 .. inner.
bool TopKTilingFunc(const platform_ascendc::PlatformAscendC& ascendcPlatform, const int32_t inner,
                    const int32_t outter, const int32_t k, const uint32_t dataTypeSize,
                    const bool isInitIndex, enum TopKMode mode, const bool isLargest,
                    optiling::TopkTiling& topKTiling);
bool TopKTilingFunc(const platform_ascendc::PlatformAscendC& ascendcPlatform, const int32_t inner,
                    const int32_t outter, const int32_t k, const uint32_t dataTypeSize,
                    const bool isInitIndex, enum TopKMode mode, const bool isLargest,
                    AscendC::tiling::TopkTiling& topKTiling);
}  // namespace AscendC

#endif  // LIB_SORT_TOPK_TILING_H_
