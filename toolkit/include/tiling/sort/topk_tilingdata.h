// The same as lib/sort/topk_tilingdata.h.
#ifndef TILING_SORT_TOPK_TILINGDATA_H_
#define TILING_SORT_TOPK_TILINGDATA_H_

#include "lib/sort/topk_tilingdata.h"

#endif  // TILING_SORT_TOPK_TILINGDATA_H_
