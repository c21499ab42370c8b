// Older name of lib/math/cosh_tiling.h.
#ifndef TILING_MATH_COSH_TILING_INTF_H_
#define TILING_MATH_COSH_TILING_INTF_H_

#include "lib/math/cosh_tiling.h"

#endif  // TILING_MATH_COSH_TILING_INTF_H_
