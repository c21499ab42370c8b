// The same as lib/matmul/bmm_tiling.h.
#ifndef TILING_MATMUL_BMM_TILING_H_
#define TILING_MATMUL_BMM_TILING_H_

#include "lib/matmul/bmm_tiling.h"

#endif  // TILING_MATMUL_BMM_TILING_H_
