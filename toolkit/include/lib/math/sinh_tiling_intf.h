// Older name of lib/math/sinh_tiling.h.
#ifndef LIB_MATH_SINH_TILING_INTF_H_
#define LIB_MATH_SINH_TILING_INTF_H_

#include "lib/math/sinh_tiling.h"

#endif  // LIB_MATH_SINH_TILING_INTF_H_
