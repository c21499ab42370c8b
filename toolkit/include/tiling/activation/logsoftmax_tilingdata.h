// The same as lib/activation/logsoftmax_tilingdata.h.
#ifndef TILING_ACTIVATION_LOGSOFTMAX_TILINGDATA_H_
#define TILING_ACTIVATION_LOGSOFTMAX_TILINGDATA_H_

#include "lib/activation/logsoftmax_tilingdata.h"

#endif  // TILING_ACTIVATION_LOGSOFTMAX_TILINGDATA_H_
