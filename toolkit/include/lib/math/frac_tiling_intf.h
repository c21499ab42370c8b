// Older name of lib/math/frac_tiling.h.
#ifndef LIB_MATH_FRAC_TILING_INTF_H_
#define LIB_MATH_FRAC_TILING_INTF_H_

#include "lib/math/frac_tiling.h"

#endif  // LIB_MATH_FRAC_TILING_INTF_H_
