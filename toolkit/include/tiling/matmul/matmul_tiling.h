// The same as lib/matmul/matmul_tiling.h.
#ifndef TILING_MATMUL_MATMUL_TILING_H_
#define TILING_MATMUL_MATMUL_TILING_H_

#include "lib/matmul/matmul_tiling.h"

#endif  // TILING_MATMUL_MATMUL_TILING_H_
