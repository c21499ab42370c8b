// Older name of lib/normalization/rmsnorm_tiling.h.
#ifndef LIB_NORMALIZATION_RMSNORM_TILING_INTF_H_
#define LIB_NORMALIZATION_RMSNORM_TILING_INTF_H_

#include "lib/normalization/rmsnorm_tiling.h"

#endif  // LIB_NORMALIZATION_RMSNORM_TILING_INTF_H_
