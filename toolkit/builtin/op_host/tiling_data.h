// What the host code of the built-in operators tells their kernels.
#ifndef BUILTIN_TILING_DATA_H
#define BUILTIN_TILING_DATA_H

#include "register/tilingdata_base.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(TilesTilingData)
TILING_DATA_FIELD_DEF(uint64_t, length);       // elements of the result
TILING_DATA_FIELD_DEF(uint64_t, blockLength);  // elements per block; the last may have fewer
TILING_DATA_FIELD_DEF(uint32_t, tileLength);   // elements that a block computes at a time
END_TILING_DATA_DEF;

REGISTER_TILING_DATA_CLASS(Cast, TilesTilingData)
REGISTER_TILING_DATA_CLASS(Fill, TilesTilingData)
REGISTER_TILING_DATA_CLASS(TensorMove, TilesTilingData)

BEGIN_TILING_DATA_DEF(ElementwiseTilingData)
TILING_DATA_FIELD_DEF(uint64_t, length);
TILING_DATA_FIELD_DEF(uint64_t, blockLength);
TILING_DATA_FIELD_DEF(uint32_t, tileLength);
TILING_DATA_FIELD_DEF(uint32_t, repeatsFirst);  // whether x1 is one element, for all of x2
TILING_DATA_FIELD_DEF(uint32_t, repeatsSecond);
END_TILING_DATA_DEF;

REGISTER_TILING_DATA_CLASS(Add, ElementwiseTilingData)
REGISTER_TILING_DATA_CLASS(Sub, ElementwiseTilingData)
REGISTER_TILING_DATA_CLASS(Mul, ElementwiseTilingData)
REGISTER_TILING_DATA_CLASS(RealDiv, ElementwiseTilingData)
}  // namespace optiling

#endif  // BUILTIN_TILING_DATA_H
