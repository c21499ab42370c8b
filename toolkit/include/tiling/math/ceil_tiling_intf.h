// Older name of lib/math/ceil_tiling.h.
#ifndef TILING_MATH_CEIL_TILING_INTF_H_
#define TILING_MATH_CEIL_TILING_INTF_H_

#include "lib/math/ceil_tiling.h"

#endif  // TILING_MATH_CEIL_TILING_INTF_H_
