// Temporary memory of a vector function.
#ifndef LIB_QUANTIZATION_ASCEND_DEQUANT_TILING_H_
#define LIB_QUANTIZATION_ASCEND_DEQUANT_TILING_H_

#include <cstdint>

#include "graph/tensor.h"

namespace AscendC {
void GetAscendDequantMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                                   uint32_t& maxValue, uint32_t& minValue);
}  // namespace AscendC

#endif  // LIB_QUANTIZATION_ASCEND_DEQUANT_TILING_H_
