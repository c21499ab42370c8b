// Older name of lib/math/log_tiling.h.
#ifndef TILING_MATH_LOG_TILING_INTF_H_
#define TILING_MATH_LOG_TILING_INTF_H_

#include "lib/math/log_tiling.h"

#endif  // TILING_MATH_LOG_TILING_INTF_H_
