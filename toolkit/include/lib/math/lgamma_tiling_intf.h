// Older name of lib/math/lgamma_tiling.h.
#ifndef LIB_MATH_LGAMMA_TILING_INTF_H_
#define LIB_MATH_LGAMMA_TILING_INTF_H_

#include "lib/math/lgamma_tiling.h"

#endif  // LIB_MATH_LGAMMA_TILING_INTF_H_
