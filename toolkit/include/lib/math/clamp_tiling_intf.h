// Older name of lib/math/clamp_tiling.h.
#ifndef LIB_MATH_CLAMP_TILING_INTF_H_
#define LIB_MATH_CLAMP_TILING_INTF_H_

#include "lib/math/clamp_tiling.h"

#endif  // LIB_MATH_CLAMP_TILING_INTF_H_
