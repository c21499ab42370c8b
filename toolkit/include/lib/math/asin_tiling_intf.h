// Older name of lib/math/asin_tiling.h.
#ifndef LIB_MATH_ASIN_TILING_INTF_H_
#define LIB_MATH_ASIN_TILING_INTF_H_

#include "lib/math/asin_tiling.h"

#endif  // LIB_MATH_ASIN_TILING_INTF_H_
