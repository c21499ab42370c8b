// Older name of lib/activation/swish_tiling.h.
#ifndef LIB_ACTIVATION_SWISH_TILING_INTF_H_
#define LIB_ACTIVATION_SWISH_TILING_INTF_H_

#include "lib/activation/swish_tiling.h"

#endif  // LIB_ACTIVATION_SWISH_TILING_INTF_H_
