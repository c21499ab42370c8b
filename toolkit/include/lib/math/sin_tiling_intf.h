// Older name of lib/math/sin_tiling.h.
#ifndef LIB_MATH_SIN_TILING_INTF_H_
#define LIB_MATH_SIN_TILING_INTF_H_

#include "lib/math/sin_tiling.h"

#endif  // LIB_MATH_SIN_TILING_INTF_H_
