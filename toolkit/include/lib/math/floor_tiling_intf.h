// Older name of lib/math/floor_tiling.h.
#ifndef LIB_MATH_FLOOR_TILING_INTF_H_
#define LIB_MATH_FLOOR_TILING_INTF_H_

#include "lib/math/floor_tiling.h"

#endif  // LIB_MATH_FLOOR_TILING_INTF_H_
