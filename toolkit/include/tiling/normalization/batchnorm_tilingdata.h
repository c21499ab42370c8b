// The same as lib/normalization/batchnorm_tilingdata.h.
#ifndef TILING_NORMALIZATION_BATCHNORM_TILINGDATA_H_
#define TILING_NORMALIZATION_BATCHNORM_TILINGDATA_H_

#include "lib/normalization/batchnorm_tilingdata.h"

#endif  // TILING_NORMALIZATION_BATCHNORM_TILINGDATA_H_
