// Older name of lib/math/erf_tiling.h.
#ifndef LIB_MATH_ERF_TILING_INTF_H_
#define LIB_MATH_ERF_TILING_INTF_H_

#include "lib/math/erf_tiling.h"

#endif  // LIB_MATH_ERF_TILING_INTF_H_
