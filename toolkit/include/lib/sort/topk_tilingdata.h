// Tiling structure of the high-level API, host side.
#ifndef LIB_SORT_TOPK_TILINGDATA_H_
#define LIB_SORT_TOPK_TILINGDATA_H_

#include "kernel_tiling/tiling_fields.h"
#include "register/tilingdata_base.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(TopkTiling)
ASCENDC_FIELDS_TOPK_TILING(TILING_DATA_FIELD_DEF, TILING_DATA_FIELD_DEF_ARR)
END_TILING_DATA_DEF
}  // namespace optiling

#endif  // LIB_SORT_TOPK_TILINGDATA_H_
