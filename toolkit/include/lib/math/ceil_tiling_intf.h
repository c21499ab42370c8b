// Older name of lib/math/ceil_tiling.h.
#ifndef LIB_MATH_CEIL_TILING_INTF_H_
#define LIB_MATH_CEIL_TILING_INTF_H_

#include "lib/math/ceil_tiling.h"

#endif  // LIB_MATH_CEIL_TILING_INTF_H_
