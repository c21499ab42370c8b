// Temporary memory of Sum: n elements per row.
#ifndef LIB_REDUCE_SUM_TILING_H_
#define LIB_REDUCE_SUM_TILING_H_

#include <cstdint>

namespace AscendC {
void GetSumMaxMinTmpSize(const uint32_t n, const uint32_t typeSize, const bool isReuseSource,
                         uint32_t& maxSize, uint32_t& minSize);
}  // namespace AscendC

#endif  // LIB_REDUCE_SUM_TILING_H_
