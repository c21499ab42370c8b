// Older name of lib/math/asinh_tiling.h.
#ifndef LIB_MATH_ASINH_TILING_INTF_H_
#define LIB_MATH_ASINH_TILING_INTF_H_

#include "lib/math/asinh_tiling.h"

#endif  // LIB_MATH_ASINH_TILING_INTF_H_
