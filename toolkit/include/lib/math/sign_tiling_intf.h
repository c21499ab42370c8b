// Older name of lib/math/sign_tiling.h.
#ifndef LIB_MATH_SIGN_TILING_INTF_H_
#define LIB_MATH_SIGN_TILING_INTF_H_

#include "lib/math/sign_tiling.h"

#endif  // LIB_MATH_SIGN_TILING_INTF_H_
