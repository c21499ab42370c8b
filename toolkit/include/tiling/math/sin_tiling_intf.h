// Older name of lib/math/sin_tiling.h.
#ifndef TILING_MATH_SIN_TILING_INTF_H_
#define TILING_MATH_SIN_TILING_INTF_H_

#include "lib/math/sin_tiling.h"

#endif  // TILING_MATH_SIN_TILING_INTF_H_
