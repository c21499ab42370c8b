// Older name of lib/activation/silu_tiling.h.
#ifndef LIB_ACTIVATION_SILU_TILING_INTF_H_
#define LIB_ACTIVATION_SILU_TILING_INTF_H_

#include "lib/activation/silu_tiling.h"

#endif  // LIB_ACTIVATION_SILU_TILING_INTF_H_
