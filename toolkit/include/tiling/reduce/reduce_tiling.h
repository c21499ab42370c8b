// The same as lib/reduce/reduce_tiling.h.
#ifndef TILING_REDUCE_REDUCE_TILING_H_
#define TILING_REDUCE_REDUCE_TILING_H_

#include "lib/reduce/reduce_tiling.h"

#endif  // TILING_REDUCE_REDUCE_TILING_H_
