// Older name of lib/reduce/mean_tiling.h.
#ifndef TILING_REDUCE_MEAN_TILING_INTF_H_
#define TILING_REDUCE_MEAN_TILING_INTF_H_

#include "lib/reduce/mean_tiling.h"

#endif  // TILING_REDUCE_MEAN_TILING_INTF_H_
