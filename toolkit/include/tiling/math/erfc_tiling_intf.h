// Older name of lib/math/erfc_tiling.h.
#ifndef TILING_MATH_ERFC_TILING_INTF_H_
#define TILING_MATH_ERFC_TILING_INTF_H_

#include "lib/math/erfc_tiling.h"

#endif  // TILING_MATH_ERFC_TILING_INTF_H_
