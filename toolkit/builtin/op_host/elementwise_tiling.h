// What the host code of operators that compute element by element tells their kernels.
#ifndef BUILTIN_ELEMENTWISE_TILING_H
#define BUILTIN_ELEMENTWISE_TILING_H

#include "register/tilingdata_base.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(ElementwiseTilingData)
TILING_DATA_FIELD_DEF(uint64_t, length);        // elements of the result
TILING_DATA_FIELD_DEF(uint64_t, blockLength);   // elements per block; the last may have fewer
TILING_DATA_FIELD_DEF(uint32_t, tileLength);    // elements that a block computes at a time
TILING_DATA_FIELD_DEF(uint32_t, repeatsFirst);  // whether x1 is one element, for all of x2
TILING_DATA_FIELD_DEF(uint32_t, repeatsSecond);
END_TILING_DATA_DEF;

REGISTER_TILING_DATA_CLASS(Add, ElementwiseTilingData)
REGISTER_TILING_DATA_CLASS(Sub, ElementwiseTilingData)
REGISTER_TILING_DATA_CLASS(Mul, ElementwiseTilingData)
REGISTER_TILING_DATA_CLASS(RealDiv, ElementwiseTilingData)
}  // namespace optiling

#endif  // BUILTIN_ELEMENTWISE_TILING_H
