// Older name of lib/reduce/sum_tiling.h.
#ifndef LIB_REDUCE_SUM_TILING_INTF_H_
#define LIB_REDUCE_SUM_TILING_INTF_H_

#include "lib/reduce/sum_tiling.h"

#endif  // LIB_REDUCE_SUM_TILING_INTF_H_
