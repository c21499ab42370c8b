// The same as lib/hccl/hccl_tilingdata.h.
#ifndef TILING_HCCL_HCCL_TILINGDATA_H_
#define TILING_HCCL_HCCL_TILINGDATA_H_

#include "lib/hccl/hccl_tilingdata.h"

#endif  // TILING_HCCL_HCCL_TILINGDATA_H_
