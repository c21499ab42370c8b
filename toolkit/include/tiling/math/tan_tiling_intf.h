// Older name of lib/math/tan_tiling.h.
#ifndef TILING_MATH_TAN_TILING_INTF_H_
#define TILING_MATH_TAN_TILING_INTF_H_

#include "lib/math/tan_tiling.h"

#endif  // TILING_MATH_TAN_TILING_INTF_H_
