// Older name of lib/activation/logsoftmax_tiling.h.
#ifndef TILING_ACTIVATION_LOGSOFTMAX_TILING_INTF_H_
#define TILING_ACTIVATION_LOGSOFTMAX_TILING_INTF_H_

#include "lib/activation/logsoftmax_tiling.h"

#endif  // TILING_ACTIVATION_LOGSOFTMAX_TILING_INTF_H_
