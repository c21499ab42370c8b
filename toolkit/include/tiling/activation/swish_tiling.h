// The same as lib/activation/swish_tiling.h.
#ifndef TILING_ACTIVATION_SWISH_TILING_H_
#define TILING_ACTIVATION_SWISH_TILING_H_

#include "lib/activation/swish_tiling.h"

#endif  // TILING_ACTIVATION_SWISH_TILING_H_
