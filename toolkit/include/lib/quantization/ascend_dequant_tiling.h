// Temporary memory of a vector function.
#ifndef LIB_QUANTIZATION_ASCEND_DEQUANT_TILING_H_
#define LIB_QUANTIZATION_ASCEND_DEQUANT_TILING_H_

#include <cstdint>

#include "graph/tensor.h"

namespace AscendC {
void GetAscendDequantMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                                   uint32_t& maxValue, uint32_t& minValue);
/// Temporary memory is maxLiveNodeCount times the memory of the elements, plus extraBuffer bytes.
void GetAscendDequantTmpBufferFactorSize(const ge::Shape& srcShape, uint32_t& maxLiveNodeCount,
                                         uint32_t& extraBuffer);
}  // namespace AscendC

#endif  // LIB_QUANTIZATION_ASCEND_DEQUANT_TILING_H_
