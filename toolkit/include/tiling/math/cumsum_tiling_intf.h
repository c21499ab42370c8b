// Older name of lib/math/cumsum_tiling.h.
#ifndef TILING_MATH_CUMSUM_TILING_INTF_H_
#define TILING_MATH_CUMSUM_TILING_INTF_H_

#include "lib/math/cumsum_tiling.h"

#endif  // TILING_MATH_CUMSUM_TILING_INTF_H_
