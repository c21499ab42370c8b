// The same as lib/math/axpy_tiling.h.
#ifndef TILING_MATH_AXPY_TILING_H_
#define TILING_MATH_AXPY_TILING_H_

#include "lib/math/axpy_tiling.h"

#endif  // TILING_MATH_AXPY_TILING_H_
