// Older name of lib/activation/swiglu_tiling.h.
#ifndef LIB_ACTIVATION_SWIGLU_TILING_INTF_H_
#define LIB_ACTIVATION_SWIGLU_TILING_INTF_H_

#include "lib/activation/swiglu_tiling.h"

#endif  // LIB_ACTIVATION_SWIGLU_TILING_INTF_H_
