// What AddCustom's host code tells its kernel.
#ifndef ADD_CUSTOM_TILING_H
#define ADD_CUSTOM_TILING_H

#include "register/tilingdata_base.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(AddCustomTilingData)
TILING_DATA_FIELD_DEF(uint64_t, length);      // elements of the whole tensor
TILING_DATA_FIELD_DEF(uint64_t, blockLength); // elements per block; the last block may have fewer
TILING_DATA_FIELD_DEF(uint32_t, tileLength);  // elements that a block computes at a time
END_TILING_DATA_DEF;

REGISTER_TILING_DATA_CLASS(AddCustom, AddCustomTilingData)
}  // namespace optiling

#endif  // ADD_CUSTOM_TILING_H
