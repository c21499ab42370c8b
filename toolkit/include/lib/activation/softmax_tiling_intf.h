// Older name of lib/activation/softmax_tiling.h.
#ifndef LIB_ACTIVATION_SOFTMAX_TILING_INTF_H_
#define LIB_ACTIVATION_SOFTMAX_TILING_INTF_H_

#include "lib/activation/softmax_tiling.h"

#endif  // LIB_ACTIVATION_SOFTMAX_TILING_INTF_H_
