// The same as lib/normalization/batchnorm_tiling.h.
#ifndef TILING_NORMALIZATION_BATCHNORM_TILING_H_
#define TILING_NORMALIZATION_BATCHNORM_TILING_H_

#include "lib/normalization/batchnorm_tiling.h"

#endif  // TILING_NORMALIZATION_BATCHNORM_TILING_H_
