// Older name of lib/math/cumsum_tiling.h.
#ifndef LIB_MATH_CUMSUM_TILING_INTF_H_
#define LIB_MATH_CUMSUM_TILING_INTF_H_

#include "lib/math/cumsum_tiling.h"

#endif  // LIB_MATH_CUMSUM_TILING_INTF_H_
