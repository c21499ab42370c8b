// The same as lib/normalization/layernorm_tiling.h.
#ifndef TILING_NORMALIZATION_LAYERNORM_TILING_H_
#define TILING_NORMALIZATION_LAYERNORM_TILING_H_

#include "lib/normalization/layernorm_tiling.h"

#endif  // TILING_NORMALIZATION_LAYERNORM_TILING_H_
