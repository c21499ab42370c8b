// Temporary memory of Mean: n elements per row.
#ifndef LIB_REDUCE_MEAN_TILING_H_
#define LIB_REDUCE_MEAN_TILING_H_

#include <cstdint>

namespace AscendC {
void GetMeanMaxMinTmpSize(const uint32_t n, const uint32_t srcTypeSize, const uint32_t accTypeSize,
                          const bool isReuseSource, uint32_t& maxSize, uint32_t& minSize);
void GetMeanTmpBufferFactorSize(const uint32_t typeSize, uint32_t& maxLiveNodeCount,
                                uint32_t& extraBuffer);
}  // namespace AscendC

#endif  // LIB_REDUCE_MEAN_TILING_H_
