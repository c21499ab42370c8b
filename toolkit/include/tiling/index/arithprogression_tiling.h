// The same as lib/index/arithprogression_tiling.h.
#ifndef TILING_INDEX_ARITHPROGRESSION_TILING_H_
#define TILING_INDEX_ARITHPROGRESSION_TILING_H_

#include "lib/index/arithprogression_tiling.h"

#endif  // TILING_INDEX_ARITHPROGRESSION_TILING_H_
