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
/// Temporary memory is maxLiveNodeCount times the memory of the elements, plus extraBuffer bytes.
void GetAscendAntiQuantTmpBufferFactorSize(const ge::Shape& srcShape, const ge::Shape& scaleShape,
                                           bool isTranspose, ge::DataType inputDataType,
                                           ge::DataType outputDataType, uint32_t& maxLiveNodeCount,
                                           uint32_t& extraBuffer);
}  // namespace AscendC

#endif  // LIB_QUANTIZATION_ASCEND_ANTIQUANT_TILING_H_
