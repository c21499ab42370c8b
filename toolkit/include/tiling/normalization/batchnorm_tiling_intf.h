// Older name of lib/normalization/batchnorm_tiling.h.
#ifndef TILING_NORMALIZATION_BATCHNORM_TILING_INTF_H_
#define TILING_NORMALIZATION_BATCHNORM_TILING_INTF_H_

#include "lib/normalization/batchnorm_tiling.h"

#endif  // TILING_NORMALIZATION_BATCHNORM_TILING_INTF_H_
