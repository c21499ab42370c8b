// Older name of lib/math/sinh_tiling.h.
#ifndef TILING_MATH_SINH_TILING_INTF_H_
#define TILING_MATH_SINH_TILING_INTF_H_

#include "lib/math/sinh_tiling.h"

#endif  // TILING_MATH_SINH_TILING_INTF_H_
