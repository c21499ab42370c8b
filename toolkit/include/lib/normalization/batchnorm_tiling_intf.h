// Older name of lib/normalization/batchnorm_tiling.h.
#ifndef LIB_NORMALIZATION_BATCHNORM_TILING_INTF_H_
#define LIB_NORMALIZATION_BATCHNORM_TILING_INTF_H_

#include "lib/normalization/batchnorm_tiling.h"

#endif  // LIB_NORMALIZATION_BATCHNORM_TILING_INTF_H_
