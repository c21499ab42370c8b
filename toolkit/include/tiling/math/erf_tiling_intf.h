// Older name of lib/math/erf_tiling.h.
#ifndef TILING_MATH_ERF_TILING_INTF_H_
#define TILING_MATH_ERF_TILING_INTF_H_

#include "lib/math/erf_tiling.h"

#endif  // TILING_MATH_ERF_TILING_INTF_H_
