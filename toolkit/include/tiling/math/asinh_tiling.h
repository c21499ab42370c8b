// The same as lib/math/asinh_tiling.h.
#ifndef TILING_MATH_ASINH_TILING_H_
#define TILING_MATH_ASINH_TILING_H_

#include "lib/math/asinh_tiling.h"

#endif  // TILING_MATH_ASINH_TILING_H_
