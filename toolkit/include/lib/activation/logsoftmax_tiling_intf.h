// Older name of lib/activation/logsoftmax_tiling.h.
#ifndef LIB_ACTIVATION_LOGSOFTMAX_TILING_INTF_H_
#define LIB_ACTIVATION_LOGSOFTMAX_TILING_INTF_H_

#include "lib/activation/logsoftmax_tiling.h"

#endif  // LIB_ACTIVATION_LOGSOFTMAX_TILING_INTF_H_
