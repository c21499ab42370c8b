// The same as lib/math/round_tiling.h.
#ifndef TILING_MATH_ROUND_TILING_H_
#define TILING_MATH_ROUND_TILING_H_

#include "lib/math/round_tiling.h"

#endif  // TILING_MATH_ROUND_TILING_H_
