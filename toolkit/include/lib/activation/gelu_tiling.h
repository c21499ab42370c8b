// Temporary memory of a vector function.
#ifndef LIB_ACTIVATION_GELU_TILING_H_
#define LIB_ACTIVATION_GELU_TILING_H_

#include <cstdint>

#include "graph/tensor.h"

namespace AscendC {
uint32_t GetGeluMaxTmpSize(const ge::Shape& srcShape, const uint32_t typeSize);
uint32_t GetGeluMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize);
void GetGeluMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, uint32_t& maxValue,
                          uint32_t& minValue);
}  // namespace AscendC

#endif  // LIB_ACTIVATION_GELU_TILING_H_
