// Older name of lib/math/trunc_tiling.h.
#ifndef TILING_MATH_TRUNC_TILING_INTF_H_
#define TILING_MATH_TRUNC_TILING_INTF_H_

#include "lib/math/trunc_tiling.h"

#endif  // TILING_MATH_TRUNC_TILING_INTF_H_
