// The same as lib/normalization/deepnorm_tilingdata.h.
#ifndef TILING_NORMALIZATION_DEEPNORM_TILINGDATA_H_
#define TILING_NORMALIZATION_DEEPNORM_TILINGDATA_H_

#include "lib/normalization/deepnorm_tilingdata.h"

#endif  // TILING_NORMALIZATION_DEEPNORM_TILINGDATA_H_
