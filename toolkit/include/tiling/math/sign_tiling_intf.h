// Older name of lib/math/sign_tiling.h.
#ifndef TILING_MATH_SIGN_TILING_INTF_H_
#define TILING_MATH_SIGN_TILING_INTF_H_

#include "lib/math/sign_tiling.h"

#endif  // TILING_MATH_SIGN_TILING_INTF_H_
