// The same as lib/activation/geglu_tiling.h.
#ifndef TILING_ACTIVATION_GEGLU_TILING_H_
#define TILING_ACTIVATION_GEGLU_TILING_H_

#include "lib/activation/geglu_tiling.h"

#endif  // TILING_ACTIVATION_GEGLU_TILING_H_
