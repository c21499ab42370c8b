// The same as lib/math/xor_tiling.h.
#ifndef TILING_MATH_XOR_TILING_H_
#define TILING_MATH_XOR_TILING_H_

#include "lib/math/xor_tiling.h"

#endif  // TILING_MATH_XOR_TILING_H_
