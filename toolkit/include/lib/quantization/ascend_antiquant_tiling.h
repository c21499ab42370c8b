// Temporary memory of a vector function.
#ifndef LIB_QUANTIZATION_ASCEND_ANTIQUANT_TILING_H_
#define LIB_QUANTIZATION_ASCEND_ANTIQUANT_TILING_H_

#include <cstdint>

#include "graph/tensor.h"

namespace AscendC {
uint32_t GetAscendAntiQuantMaxTmpSize(const ge::Shape& srcShape, const ge::Shape& scaleShape,
                                      bool isTranspose, ge::DataType inputDataType,
                                      ge::DataType outputDataType);
uint32_t GetAscendAntiQuantMinTmpSize(const ge::Shape& srcShape, const ge::Shape& scaleShape,
                                      bool isTranspose, ge::DataType inputDataType,
                                      ge::DataType outputDataType);
void GetAscendAntiQuantMaxMinTmpSize(const ge::Shape& srcShape, const ge::Shape& scaleShape,
                                     bool isTranspose, ge::DataType inputDataType,
                                     ge::DataType outputDataType, uint32_t& maxValue,
                                     uint32_t& minValue);
}  // namespace AscendC

#endif  // LIB_QUANTIZATION_ASCEND_ANTIQUANT_TILING_H_
