// Older name of lib/math/asin_tiling.h.
#ifndef TILING_MATH_ASIN_TILING_INTF_H_
#define TILING_MATH_ASIN_TILING_INTF_H_

#include "lib/math/asin_tiling.h"

#endif  // TILING_MATH_ASIN_TILING_INTF_H_
