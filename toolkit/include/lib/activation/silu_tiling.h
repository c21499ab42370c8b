// Temporary memory of a vector function.
#ifndef LIB_ACTIVATION_SILU_TILING_H_
#define LIB_ACTIVATION_SILU_TILING_H_

#include <cstdint>

#include "graph/tensor.h"

namespace AscendC {
void GetSiluTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, const bool isReuseSource,
                    uint32_t& max, uint32_t& min);
}  // namespace AscendC

#endif  // LIB_ACTIVATION_SILU_TILING_H_
