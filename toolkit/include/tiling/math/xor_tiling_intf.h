// Older name of lib/math/xor_tiling.h.
#ifndef TILING_MATH_XOR_TILING_INTF_H_
#define TILING_MATH_XOR_TILING_INTF_H_

#include "lib/math/xor_tiling.h"

#endif  // TILING_MATH_XOR_TILING_INTF_H_
