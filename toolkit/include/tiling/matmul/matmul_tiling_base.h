// The same as lib/matmul/matmul_tiling_base.h.
#ifndef TILING_MATMUL_MATMUL_TILING_BASE_H_
#define TILING_MATMUL_MATMUL_TILING_BASE_H_

#include "lib/matmul/matmul_tiling_base.h"

#endif  // TILING_MATMUL_MATMUL_TILING_BASE_H_
