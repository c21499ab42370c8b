// Older name of lib/sort/topk_tiling.h.
#ifndef TILING_SORT_TOPK_TILING_INTF_H_
#define TILING_SORT_TOPK_TILING_INTF_H_

#include "lib/sort/topk_tiling.h"

#endif  // TILING_SORT_TOPK_TILING_INTF_H_
