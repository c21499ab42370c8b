// Older name of lib/math/xor_tiling.h.
#ifndef LIB_MATH_XOR_TILING_INTF_H_
#define LIB_MATH_XOR_TILING_INTF_H_

#include "lib/math/xor_tiling.h"

#endif  // LIB_MATH_XOR_TILING_INTF_H_
