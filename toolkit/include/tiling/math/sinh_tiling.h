// The same as lib/math/sinh_tiling.h.
#ifndef TILING_MATH_SINH_TILING_H_
#define TILING_MATH_SINH_TILING_H_

#include "lib/math/sinh_tiling.h"

#endif  // TILING_MATH_SINH_TILING_H_
