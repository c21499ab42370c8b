// The same as lib/math/acosh_tiling.h.
#ifndef TILING_MATH_ACOSH_TILING_H_
#define TILING_MATH_ACOSH_TILING_H_

#include "lib/math/acosh_tiling.h"

#endif  // TILING_MATH_ACOSH_TILING_H_
