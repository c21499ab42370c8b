// The same as lib/activation/softmax_tilingdata.h.
#ifndef TILING_ACTIVATION_SOFTMAX_TILINGDATA_H_
#define TILING_ACTIVATION_SOFTMAX_TILINGDATA_H_

#include "lib/activation/softmax_tilingdata.h"

#endif  // TILING_ACTIVATION_SOFTMAX_TILINGDATA_H_
