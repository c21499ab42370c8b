// Older name of lib/math/cosh_tiling.h.
#ifndef LIB_MATH_COSH_TILING_INTF_H_
#define LIB_MATH_COSH_TILING_INTF_H_

#include "lib/math/cosh_tiling.h"

#endif  // LIB_MATH_COSH_TILING_INTF_H_
