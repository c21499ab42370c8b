// Older name of lib/activation/geglu_tiling.h.
#ifndef LIB_ACTIVATION_GEGLU_TILING_INTF_H_
#define LIB_ACTIVATION_GEGLU_TILING_INTF_H_

#include "lib/activation/geglu_tiling.h"

#endif  // LIB_ACTIVATION_GEGLU_TILING_INTF_H_
