// Older name of lib/reduce/mean_tiling.h.
#ifndef LIB_REDUCE_MEAN_TILING_INTF_H_
#define LIB_REDUCE_MEAN_TILING_INTF_H_

#include "lib/reduce/mean_tiling.h"

#endif  // LIB_REDUCE_MEAN_TILING_INTF_H_
