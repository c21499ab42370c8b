// The same as lib/math/sin_tiling.h.
#ifndef TILING_MATH_SIN_TILING_H_
#define TILING_MATH_SIN_TILING_H_

#include "lib/math/sin_tiling.h"

#endif  // TILING_MATH_SIN_TILING_H_
