// Older name of lib/math/round_tiling.h.
#ifndef TILING_MATH_ROUND_TILING_INTF_H_
#define TILING_MATH_ROUND_TILING_INTF_H_

#include "lib/math/round_tiling.h"

#endif  // TILING_MATH_ROUND_TILING_INTF_H_
