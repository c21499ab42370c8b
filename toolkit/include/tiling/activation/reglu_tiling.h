// The same as lib/activation/reglu_tiling.h.
#ifndef TILING_ACTIVATION_REGLU_TILING_H_
#define TILING_ACTIVATION_REGLU_TILING_H_

#include "lib/activation/reglu_tiling.h"

#endif  // TILING_ACTIVATION_REGLU_TILING_H_
