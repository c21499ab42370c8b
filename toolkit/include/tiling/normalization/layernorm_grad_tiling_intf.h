// Older name of lib/normalization/layernorm_grad_tiling.h.
#ifndef TILING_NORMALIZATION_LAYERNORM_GRAD_TILING_INTF_H_
#define TILING_NORMALIZATION_LAYERNORM_GRAD_TILING_INTF_H_

#include "lib/normalization/layernorm_grad_tiling.h"

#endif  // TILING_NORMALIZATION_LAYERNORM_GRAD_TILING_INTF_H_
