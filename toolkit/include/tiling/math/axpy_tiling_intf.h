// Older name of lib/math/axpy_tiling.h.
#ifndef TILING_MATH_AXPY_TILING_INTF_H_
#define TILING_MATH_AXPY_TILING_INTF_H_

#include "lib/math/axpy_tiling.h"

#endif  // TILING_MATH_AXPY_TILING_INTF_H_
