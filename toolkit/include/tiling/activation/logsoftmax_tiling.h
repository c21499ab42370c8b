// The same as lib/activation/logsoftmax_tiling.h.
#ifndef TILING_ACTIVATION_LOGSOFTMAX_TILING_H_
#define TILING_ACTIVATION_LOGSOFTMAX_TILING_H_

#include "lib/activation/logsoftmax_tiling.h"

#endif  // TILING_ACTIVATION_LOGSOFTMAX_TILING_H_
