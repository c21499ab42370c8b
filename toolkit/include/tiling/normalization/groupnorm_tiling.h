// The same as lib/normalization/groupnorm_tiling.h.
#ifndef TILING_NORMALIZATION_GROUPNORM_TILING_H_
#define TILING_NORMALIZATION_GROUPNORM_TILING_H_

#include "lib/normalization/groupnorm_tiling.h"

#endif  // TILING_NORMALIZATION_GROUPNORM_TILING_H_
