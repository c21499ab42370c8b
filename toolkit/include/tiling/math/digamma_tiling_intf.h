// Older name of lib/math/digamma_tiling.h.
#ifndef TILING_MATH_DIGAMMA_TILING_INTF_H_
#define TILING_MATH_DIGAMMA_TILING_INTF_H_

#include "lib/math/digamma_tiling.h"

#endif  // TILING_MATH_DIGAMMA_TILING_INTF_H_
