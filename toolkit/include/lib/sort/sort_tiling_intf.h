// Temporary memory of a vector function.
#ifndef LIB_SORT_SORT_TILING_INTF_H_
#define LIB_SORT_SORT_TILING_INTF_H_

#include <cstdint>

#include "tiling/platform/platform_ascendc.h"

namespace AscendC {
/// Bytes of temporary memory of Concat and Sort for `elemCount` elements.
uint32_t GetConcatTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform,
                          const uint32_t elemCount, const uint32_t dataTypeSize);
uint32_t GetSortTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform,
                        const uint32_t elemCount, const uint32_t dataTypeSize);
}  // namespace AscendC

#endif  // LIB_SORT_SORT_TILING_INTF_H_
