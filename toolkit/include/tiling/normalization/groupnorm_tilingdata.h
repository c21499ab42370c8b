// The same as lib/normalization/groupnorm_tilingdata.h.
#ifndef TILING_NORMALIZATION_GROUPNORM_TILINGDATA_H_
#define TILING_NORMALIZATION_GROUPNORM_TILINGDATA_H_

#include "lib/normalization/groupnorm_tilingdata.h"

#endif  // TILING_NORMALIZATION_GROUPNORM_TILINGDATA_H_
