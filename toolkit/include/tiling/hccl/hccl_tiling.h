// The same as lib/hccl/hccl_tiling.h.
#ifndef TILING_HCCL_HCCL_TILING_H_
#define TILING_HCCL_HCCL_TILING_H_

#include "lib/hccl/hccl_tiling.h"

#endif  // TILING_HCCL_HCCL_TILING_H_
