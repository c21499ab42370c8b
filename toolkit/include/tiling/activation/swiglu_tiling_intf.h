// Older name of lib/activation/swiglu_tiling.h.
#ifndef TILING_ACTIVATION_SWIGLU_TILING_INTF_H_
#define TILING_ACTIVATION_SWIGLU_TILING_INTF_H_

#include "lib/activation/swiglu_tiling.h"

#endif  // TILING_ACTIVATION_SWIGLU_TILING_INTF_H_
