// Older name of lib/activation/swish_tiling.h.
#ifndef TILING_ACTIVATION_SWISH_TILING_INTF_H_
#define TILING_ACTIVATION_SWISH_TILING_INTF_H_

#include "lib/activation/swish_tiling.h"

#endif  // TILING_ACTIVATION_SWISH_TILING_INTF_H_
