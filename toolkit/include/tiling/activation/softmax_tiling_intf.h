// Older name of lib/activation/softmax_tiling.h.
#ifndef TILING_ACTIVATION_SOFTMAX_TILING_INTF_H_
#define TILING_ACTIVATION_SOFTMAX_TILING_INTF_H_

#include "lib/activation/softmax_tiling.h"

#endif  // TILING_ACTIVATION_SOFTMAX_TILING_INTF_H_
