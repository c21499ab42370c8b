// Older name of lib/math/floor_tiling.h.
#ifndef TILING_MATH_FLOOR_TILING_INTF_H_
#define TILING_MATH_FLOOR_TILING_INTF_H_

#include "lib/math/floor_tiling.h"

#endif  // TILING_MATH_FLOOR_TILING_INTF_H_
