// Older name of lib/reduce/sum_tiling.h.
#ifndef TILING_REDUCE_SUM_TILING_INTF_H_
#define TILING_REDUCE_SUM_TILING_INTF_H_

#include "lib/reduce/sum_tiling.h"

#endif  // TILING_REDUCE_SUM_TILING_INTF_H_
