// The same as lib/math/cumsum_tiling.h.
#ifndef TILING_MATH_CUMSUM_TILING_H_
#define TILING_MATH_CUMSUM_TILING_H_

#include "lib/math/cumsum_tiling.h"

#endif  // TILING_MATH_CUMSUM_TILING_H_
