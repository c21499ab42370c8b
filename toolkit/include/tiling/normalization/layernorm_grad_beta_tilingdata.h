// The same as lib/normalization/layernorm_grad_beta_tilingdata.h.
#ifndef TILING_NORMALIZATION_LAYERNORM_GRAD_BETA_TILINGDATA_H_
#define TILING_NORMALIZATION_LAYERNORM_GRAD_BETA_TILINGDATA_H_

#include "lib/normalization/layernorm_grad_beta_tilingdata.h"

#endif  // TILING_NORMALIZATION_LAYERNORM_GRAD_BETA_TILINGDATA_H_
