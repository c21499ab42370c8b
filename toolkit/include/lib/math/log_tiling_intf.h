// Older name of lib/math/log_tiling.h.
#ifndef LIB_MATH_LOG_TILING_INTF_H_
#define LIB_MATH_LOG_TILING_INTF_H_

#include "lib/math/log_tiling.h"

#endif  // LIB_MATH_LOG_TILING_INTF_H_
