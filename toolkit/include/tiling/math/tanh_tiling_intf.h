// Older name of lib/math/tanh_tiling.h.
#ifndef TILING_MATH_TANH_TILING_INTF_H_
#define TILING_MATH_TANH_TILING_INTF_H_

#include "lib/math/tanh_tiling.h"

#endif  // TILING_MATH_TANH_TILING_INTF_H_
