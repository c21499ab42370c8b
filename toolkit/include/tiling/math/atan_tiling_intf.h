// Older name of lib/math/atan_tiling.h.
#ifndef TILING_MATH_ATAN_TILING_INTF_H_
#define TILING_MATH_ATAN_TILING_INTF_H_

#include "lib/math/atan_tiling.h"

#endif  // TILING_MATH_ATAN_TILING_INTF_H_
