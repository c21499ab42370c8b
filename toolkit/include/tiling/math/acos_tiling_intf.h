// Older name of lib/math/acos_tiling.h.
#ifndef TILING_MATH_ACOS_TILING_INTF_H_
#define TILING_MATH_ACOS_TILING_INTF_H_

#include "lib/math/acos_tiling.h"

#endif  // TILING_MATH_ACOS_TILING_INTF_H_
