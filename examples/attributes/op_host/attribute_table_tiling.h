// What AttributeTable's host code tells its kernel.
#ifndef ATTRIBUTE_TABLE_TILING_H
#define ATTRIBUTE_TABLE_TILING_H

#include "register/tilingdata_base.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(AttributeTableTilingData)
TILING_DATA_FIELD_DEF(int64_t, count);
TILING_DATA_FIELD_DEF(float, ratio);
TILING_DATA_FIELD_DEF(uint8_t, flag);
TILING_DATA_FIELD_DEF(int64_t, letters);  // the string as a number of base 128
TILING_DATA_FIELD_DEF(int64_t, axisSum);  // digits of a decimal number
TILING_DATA_FIELD_DEF(float, weightSum);
TILING_DATA_FIELD_DEF(int64_t, maskBits);  // a one, then the bits
END_TILING_DATA_DEF;

REGISTER_TILING_DATA_CLASS(AttributeTable, AttributeTableTilingData)
}  // namespace optiling

#endif  // ATTRIBUTE_TABLE_TILING_H
