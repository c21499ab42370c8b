// Older name of lib/normalization/rmsnorm_tiling.h.
#ifndef TILING_NORMALIZATION_RMSNORM_TILING_INTF_H_
#define TILING_NORMALIZATION_RMSNORM_TILING_INTF_H_

#include "lib/normalization/rmsnorm_tiling.h"

#endif  // TILING_NORMALIZATION_RMSNORM_TILING_INTF_H_
