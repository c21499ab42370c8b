// Temporary memory of a vector function.
#ifndef LIB_FILTER_DROPOUT_TILING_H_
#define LIB_FILTER_DROPOUT_TILING_H_

#include <cstdint>

#include "graph/tensor.h"

namespace AscendC {
uint32_t GetDropOutMaxTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                              const bool isReuseSource);
uint32_t GetDropOutMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                              const bool isReuseSource);
void GetDropOutMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                             const bool isReuseSource, uint32_t& maxValue, uint32_t& minValue);
}  // namespace AscendC

#endif  // LIB_FILTER_DROPOUT_TILING_H_
