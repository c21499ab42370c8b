// The same as lib/normalization/rmsnorm_tiling.h.
#ifndef TILING_NORMALIZATION_RMSNORM_TILING_H_
#define TILING_NORMALIZATION_RMSNORM_TILING_H_

#include "lib/normalization/rmsnorm_tiling.h"

#endif  // TILING_NORMALIZATION_RMSNORM_TILING_H_
