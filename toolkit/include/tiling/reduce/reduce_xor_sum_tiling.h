// The same as lib/reduce/reduce_xor_sum_tiling.h.
#ifndef TILING_REDUCE_REDUCE_XOR_SUM_TILING_H_
#define TILING_REDUCE_REDUCE_XOR_SUM_TILING_H_

#include "lib/reduce/reduce_xor_sum_tiling.h"

#endif  // TILING_REDUCE_REDUCE_XOR_SUM_TILING_H_
