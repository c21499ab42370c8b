// Older name of lib/math/exp_tiling.h.
#ifndef TILING_MATH_EXP_TILING_INTF_H_
#define TILING_MATH_EXP_TILING_INTF_H_

#include "lib/math/exp_tiling.h"

#endif  // TILING_MATH_EXP_TILING_INTF_H_
