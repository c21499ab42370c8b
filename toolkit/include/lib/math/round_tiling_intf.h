// Older name of lib/math/round_tiling.h.
#ifndef LIB_MATH_ROUND_TILING_INTF_H_
#define LIB_MATH_ROUND_TILING_INTF_H_

#include "lib/math/round_tiling.h"

#endif  // LIB_MATH_ROUND_TILING_INTF_H_
