// Older name of lib/math/acosh_tiling.h.
#ifndef TILING_MATH_ACOSH_TILING_INTF_H_
#define TILING_MATH_ACOSH_TILING_INTF_H_

#include "lib/math/acosh_tiling.h"

#endif  // TILING_MATH_ACOSH_TILING_INTF_H_
