// The same as lib/matmul/matmul_tilingdata.h.
#ifndef TILING_MATMUL_MATMUL_TILINGDATA_H_
#define TILING_MATMUL_MATMUL_TILINGDATA_H_

#include "lib/matmul/matmul_tilingdata.h"

#endif  // TILING_MATMUL_MATMUL_TILINGDATA_H_
