// Older name of lib/math/trunc_tiling.h.
#ifndef LIB_MATH_TRUNC_TILING_INTF_H_
#define LIB_MATH_TRUNC_TILING_INTF_H_

#include "lib/math/trunc_tiling.h"

#endif  // LIB_MATH_TRUNC_TILING_INTF_H_
