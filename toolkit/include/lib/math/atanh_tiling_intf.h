// Older name of lib/math/atanh_tiling.h.
#ifndef LIB_MATH_ATANH_TILING_INTF_H_
#define LIB_MATH_ATANH_TILING_INTF_H_

#include "lib/math/atanh_tiling.h"

#endif  // LIB_MATH_ATANH_TILING_INTF_H_
