// Older name of lib/math/atan_tiling.h.
#ifndef LIB_MATH_ATAN_TILING_INTF_H_
#define LIB_MATH_ATAN_TILING_INTF_H_

#include "lib/math/atan_tiling.h"

#endif  // LIB_MATH_ATAN_TILING_INTF_H_
