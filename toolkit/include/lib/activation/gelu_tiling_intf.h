// Older name of lib/activation/gelu_tiling.h.
#ifndef LIB_ACTIVATION_GELU_TILING_INTF_H_
#define LIB_ACTIVATION_GELU_TILING_INTF_H_

#include "lib/activation/gelu_tiling.h"

#endif  // LIB_ACTIVATION_GELU_TILING_INTF_H_
