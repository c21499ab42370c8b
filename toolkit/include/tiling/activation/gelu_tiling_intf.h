// Older name of lib/activation/gelu_tiling.h.
#ifndef TILING_ACTIVATION_GELU_TILING_INTF_H_
#define TILING_ACTIVATION_GELU_TILING_INTF_H_

#include "lib/activation/gelu_tiling.h"

#endif  // TILING_ACTIVATION_GELU_TILING_INTF_H_
