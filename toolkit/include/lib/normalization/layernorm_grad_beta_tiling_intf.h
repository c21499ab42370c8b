// Older name of lib/normalization/layernorm_grad_beta_tiling.h.
#ifndef LIB_NORMALIZATION_LAYERNORM_GRAD_BETA_TILING_INTF_H_
#define LIB_NORMALIZATION_LAYERNORM_GRAD_BETA_TILING_INTF_H_

#include "lib/normalization/layernorm_grad_beta_tiling.h"

#endif  // LIB_NORMALIZATION_LAYERNORM_GRAD_BETA_TILING_INTF_H_
