// Temporary memory of a vector function.
#ifndef LIB_QUANTIZATION_ASCEND_QUANT_TILING_H_
#define LIB_QUANTIZATION_ASCEND_QUANT_TILING_H_

#include <cstdint>

#include "graph/tensor.h"

namespace AscendC {
void GetAscendQuantMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                                 uint32_t& maxValue, uint32_t& minValue);
/// Temporary memory is maxLiveNodeCount times the memory of the elements, plus extraBuffer bytes.
void GetAscendQuantTmpBufferFactorSize(uint32_t& maxLiveNodeCount, uint32_t& extraBuffer);
}  // namespace AscendC

#endif  // LIB_QUANTIZATION_ASCEND_QUANT_TILING_H_
