// Temporary memory of a vector function.
#ifndef LIB_REDUCE_REDUCE_XOR_SUM_TILING_H_
#define LIB_REDUCE_REDUCE_XOR_SUM_TILING_H_

#include <cstdint>

#include "graph/tensor.h"

namespace AscendC {
void GetReduceXorSumMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                                  const bool isReuseSource, uint32_t& maxValue, uint32_t& minValue);
}  // namespace AscendC

#endif  // LIB_REDUCE_REDUCE_XOR_SUM_TILING_H_
