// Older name of lib/math/tanh_tiling.h.
#ifndef LIB_MATH_TANH_TILING_INTF_H_
#define LIB_MATH_TANH_TILING_INTF_H_

#include "lib/math/tanh_tiling.h"

#endif  // LIB_MATH_TANH_TILING_INTF_H_
