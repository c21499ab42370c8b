// Older name of lib/math/cos_tiling.h.
#ifndef TILING_MATH_COS_TILING_INTF_H_
#define TILING_MATH_COS_TILING_INTF_H_

#include "lib/math/cos_tiling.h"

#endif  // TILING_MATH_COS_TILING_INTF_H_
