// The same as lib/activation/sigmoid_tiling.h.
#ifndef TILING_ACTIVATION_SIGMOID_TILING_H_
#define TILING_ACTIVATION_SIGMOID_TILING_H_

#include "lib/activation/sigmoid_tiling.h"

#endif  // TILING_ACTIVATION_SIGMOID_TILING_H_
