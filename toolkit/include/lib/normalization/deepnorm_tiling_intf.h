// Older name of lib/normalization/deepnorm_tiling.h.
#ifndef LIB_NORMALIZATION_DEEPNORM_TILING_INTF_H_
#define LIB_NORMALIZATION_DEEPNORM_TILING_INTF_H_

#include "lib/normalization/deepnorm_tiling.h"

#endif  // LIB_NORMALIZATION_DEEPNORM_TILING_INTF_H_
