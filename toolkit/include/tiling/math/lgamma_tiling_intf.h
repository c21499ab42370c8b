// Older name of lib/math/lgamma_tiling.h.
#ifndef TILING_MATH_LGAMMA_TILING_INTF_H_
#define TILING_MATH_LGAMMA_TILING_INTF_H_

#include "lib/math/lgamma_tiling.h"

#endif  // TILING_MATH_LGAMMA_TILING_INTF_H_
