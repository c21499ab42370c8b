// Older name of lib/math/exp_tiling.h.
#ifndef LIB_MATH_EXP_TILING_INTF_H_
#define LIB_MATH_EXP_TILING_INTF_H_

#include "lib/math/exp_tiling.h"

#endif  // LIB_MATH_EXP_TILING_INTF_H_
