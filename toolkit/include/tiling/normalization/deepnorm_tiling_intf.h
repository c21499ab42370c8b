// Older name of lib/normalization/deepnorm_tiling.h.
#ifndef TILING_NORMALIZATION_DEEPNORM_TILING_INTF_H_
#define TILING_NORMALIZATION_DEEPNORM_TILING_INTF_H_

#include "lib/normalization/deepnorm_tiling.h"

#endif  // TILING_NORMALIZATION_DEEPNORM_TILING_INTF_H_
