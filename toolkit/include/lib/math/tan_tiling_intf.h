// Older name of lib/math/tan_tiling.h.
#ifndef LIB_MATH_TAN_TILING_INTF_H_
#define LIB_MATH_TAN_TILING_INTF_H_

#include "lib/math/tan_tiling.h"

#endif  // LIB_MATH_TAN_TILING_INTF_H_
