// Older name of lib/normalization/layernorm_grad_tiling.h.
#ifndef LIB_NORMALIZATION_LAYERNORM_GRAD_TILING_INTF_H_
#define LIB_NORMALIZATION_LAYERNORM_GRAD_TILING_INTF_H_

#include "lib/normalization/layernorm_grad_tiling.h"

#endif  // LIB_NORMALIZATION_LAYERNORM_GRAD_TILING_INTF_H_
