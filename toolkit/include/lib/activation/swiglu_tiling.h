// Temporary memory of a vector function.
#ifndef LIB_ACTIVATION_SWIGLU_TILING_H_
#define LIB_ACTIVATION_SWIGLU_TILING_H_

#include <cstdint>

#include "graph/tensor.h"

namespace AscendC {
void GetSwiGLUMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, uint32_t& maxValue,
                            uint32_t& minValue, const bool isReuseSource);
void GetSwiGLUTmpBufferFactorSize(const uint32_t typeSize, uint32_t& maxLiveNodeCount,
                                  uint32_t& extraBuffer);
}  // namespace AscendC

#endif  // LIB_ACTIVATION_SWIGLU_TILING_H_
