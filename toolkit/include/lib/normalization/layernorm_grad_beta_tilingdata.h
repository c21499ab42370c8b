// Tiling structure of the high-level API, host side.
#ifndef LIB_NORMALIZATION_LAYERNORM_GRAD_BETA_TILINGDATA_H_
#define LIB_NORMALIZATION_LAYERNORM_GRAD_BETA_TILINGDATA_H_

#include "kernel_tiling/tiling_fields.h"
#include "register/tilingdata_base.h"

namespace optiling {
BEGIN_TILING_DATA_DEF(LayerNormGradBetaTiling)
ASCENDC_FIELDS_LAYER_NORM_GRAD_BETA_TILING(TILING_DATA_FIELD_DEF, TILING_DATA_FIELD_DEF_ARR)
END_TILING_DATA_DEF
}  // namespace optiling

#endif  // LIB_NORMALIZATION_LAYERNORM_GRAD_BETA_TILINGDATA_H_
