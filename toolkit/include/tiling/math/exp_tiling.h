// The same as lib/math/exp_tiling.h.
#ifndef TILING_MATH_EXP_TILING_H_
#define TILING_MATH_EXP_TILING_H_

#include "lib/math/exp_tiling.h"

#endif  // TILING_MATH_EXP_TILING_H_
