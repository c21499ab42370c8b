// Older name of lib/math/asinh_tiling.h.
#ifndef TILING_MATH_ASINH_TILING_INTF_H_
#define TILING_MATH_ASINH_TILING_INTF_H_

#include "lib/math/asinh_tiling.h"

#endif  // TILING_MATH_ASINH_TILING_INTF_H_
