// Older name of lib/math/clamp_tiling.h.
#ifndef TILING_MATH_CLAMP_TILING_INTF_H_
#define TILING_MATH_CLAMP_TILING_INTF_H_

#include "lib/math/clamp_tiling.h"

#endif  // TILING_MATH_CLAMP_TILING_INTF_H_
