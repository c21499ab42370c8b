// Older name of lib/activation/sigmoid_tiling.h.
#ifndef TILING_ACTIVATION_SIGMOID_TILING_INTF_H_
#define TILING_ACTIVATION_SIGMOID_TILING_INTF_H_

#include "lib/activation/sigmoid_tiling.h"

#endif  // TILING_ACTIVATION_SIGMOID_TILING_INTF_H_
