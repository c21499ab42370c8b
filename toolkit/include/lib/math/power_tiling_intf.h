// Older name of lib/math/power_tiling.h.
#ifndef LIB_MATH_POWER_TILING_INTF_H_
#define LIB_MATH_POWER_TILING_INTF_H_

#include "lib/math/power_tiling.h"

#endif  // LIB_MATH_POWER_TILING_INTF_H_
