// Older name of lib/activation/silu_tiling.h.
#ifndef TILING_ACTIVATION_SILU_TILING_INTF_H_
#define TILING_ACTIVATION_SILU_TILING_INTF_H_

#include "lib/activation/silu_tiling.h"

#endif  // TILING_ACTIVATION_SILU_TILING_INTF_H_
