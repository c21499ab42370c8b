// Older name of lib/math/atanh_tiling.h.
#ifndef TILING_MATH_ATANH_TILING_INTF_H_
#define TILING_MATH_ATANH_TILING_INTF_H_

#include "lib/math/atanh_tiling.h"

#endif  // TILING_MATH_ATANH_TILING_INTF_H_
