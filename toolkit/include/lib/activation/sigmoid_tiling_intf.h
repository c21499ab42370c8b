// Older name of lib/activation/sigmoid_tiling.h.
#ifndef LIB_ACTIVATION_SIGMOID_TILING_INTF_H_
#define LIB_ACTIVATION_SIGMOID_TILING_INTF_H_

#include "lib/activation/sigmoid_tiling.h"

#endif  // LIB_ACTIVATION_SIGMOID_TILING_INTF_H_
