// Older name of lib/math/acos_tiling.h.
#ifndef LIB_MATH_ACOS_TILING_INTF_H_
#define LIB_MATH_ACOS_TILING_INTF_H_

#include "lib/math/acos_tiling.h"

#endif  // LIB_MATH_ACOS_TILING_INTF_H_
