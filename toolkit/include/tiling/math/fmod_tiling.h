// The same as lib/math/fmod_tiling.h.
#ifndef TILING_MATH_FMOD_TILING_H_
#define TILING_MATH_FMOD_TILING_H_

#include "lib/math/fmod_tiling.h"

#endif  // TILING_MATH_FMOD_TILING_H_
