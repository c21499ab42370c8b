// Older name of lib/math/digamma_tiling.h.
#ifndef LIB_MATH_DIGAMMA_TILING_INTF_H_
#define LIB_MATH_DIGAMMA_TILING_INTF_H_

#include "lib/math/digamma_tiling.h"

#endif  // LIB_MATH_DIGAMMA_TILING_INTF_H_
