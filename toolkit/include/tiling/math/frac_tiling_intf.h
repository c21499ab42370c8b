// Older name of lib/math/frac_tiling.h.
#ifndef TILING_MATH_FRAC_TILING_INTF_H_
#define TILING_MATH_FRAC_TILING_INTF_H_

#include "lib/math/frac_tiling.h"

#endif  // TILING_MATH_FRAC_TILING_INTF_H_
