// Older name of lib/math/axpy_tiling.h.
#ifndef LIB_MATH_AXPY_TILING_INTF_H_
#define LIB_MATH_AXPY_TILING_INTF_H_

#include "lib/math/axpy_tiling.h"

#endif  // LIB_MATH_AXPY_TILING_INTF_H_
