// The same as lib/normalization/rmsnorm_tilingdata.h.
#ifndef TILING_NORMALIZATION_RMSNORM_TILINGDATA_H_
#define TILING_NORMALIZATION_RMSNORM_TILINGDATA_H_

#include "lib/normalization/rmsnorm_tilingdata.h"

#endif  // TILING_NORMALIZATION_RMSNORM_TILINGDATA_H_
