// Older name of lib/math/power_tiling.h.
#ifndef TILING_MATH_POWER_TILING_INTF_H_
#define TILING_MATH_POWER_TILING_INTF_H_

#include "lib/math/power_tiling.h"

#endif  // TILING_MATH_POWER_TILING_INTF_H_
