// Tiling structures of the high-level API, host side.
#ifndef LIB_PAD_PAD_TILINGDATA_H_
#define LIB_PAD_PAD_TILINGDATA_H_

#include "kernel_tiling/tiling_fields.h"
#include "register/tilingdata_base.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(PadTiling)
ASCENDC_FIELDS_PAD_TILING(TILING_DATA_FIELD_DEF, TILING_DATA_FIELD_DEF_ARR)
END_TILING_DATA_DEF
BEGIN_TILING_DATA_DEF(UnPadTiling)
ASCENDC_FIELDS_UN_PAD_TILING(TILING_DATA_FIELD_DEF, TILING_DATA_FIELD_DEF_ARR)
END_TILING_DATA_DEF
}  // namespace optiling

#endif  // LIB_PAD_PAD_TILINGDATA_H_
