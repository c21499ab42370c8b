// The same as lib/normalization/normalize_tiling.h.
#ifndef TILING_NORMALIZATION_NORMALIZE_TILING_H_
#define TILING_NORMALIZATION_NORMALIZE_TILING_H_

#include "lib/normalization/normalize_tiling.h"

#endif  // TILING_NORMALIZATION_NORMALIZE_TILING_H_
