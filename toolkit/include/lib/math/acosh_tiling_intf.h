// Older name of lib/math/acosh_tiling.h.
#ifndef LIB_MATH_ACOSH_TILING_INTF_H_
#define LIB_MATH_ACOSH_TILING_INTF_H_

#include "lib/math/acosh_tiling.h"

#endif  // LIB_MATH_ACOSH_TILING_INTF_H_
