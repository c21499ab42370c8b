// Older name of lib/math/erfc_tiling.h.
#ifndef LIB_MATH_ERFC_TILING_INTF_H_
#define LIB_MATH_ERFC_TILING_INTF_H_

#include "lib/math/erfc_tiling.h"

#endif  // LIB_MATH_ERFC_TILING_INTF_H_
