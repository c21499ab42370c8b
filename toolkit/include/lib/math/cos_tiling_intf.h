// Older name of lib/math/cos_tiling.h.
#ifndef LIB_MATH_COS_TILING_INTF_H_
#define LIB_MATH_COS_TILING_INTF_H_

#include "lib/math/cos_tiling.h"

#endif  // LIB_MATH_COS_TILING_INTF_H_
