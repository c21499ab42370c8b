// Older name of lib/sort/topk_tiling.h.
#ifndef LIB_SORT_TOPK_TILING_INTF_H_
#define LIB_SORT_TOPK_TILING_INTF_H_

#include "lib/sort/topk_tiling.h"

#endif  // LIB_SORT_TOPK_TILING_INTF_H_
