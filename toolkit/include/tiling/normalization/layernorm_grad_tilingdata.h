// The same as lib/normalization/layernorm_grad_tilingdata.h.
#ifndef TILING_NORMALIZATION_LAYERNORM_GRAD_TILINGDATA_H_
#define TILING_NORMALIZATION_LAYERNORM_GRAD_TILINGDATA_H_

#include "lib/normalization/layernorm_grad_tilingdata.h"

#endif  // TILING_NORMALIZATION_LAYERNORM_GRAD_TILINGDATA_H_
