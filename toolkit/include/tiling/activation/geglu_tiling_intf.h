// Older name of lib/activation/geglu_tiling.h.
#ifndef TILING_ACTIVATION_GEGLU_TILING_INTF_H_
#define TILING_ACTIVATION_GEGLU_TILING_INTF_H_

#include "lib/activation/geglu_tiling.h"

#endif  // TILING_ACTIVATION_GEGLU_TILING_INTF_H_
