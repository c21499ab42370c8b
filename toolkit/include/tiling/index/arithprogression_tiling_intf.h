// Older name of lib/index/arithprogression_tiling.h.
#ifndef TILING_INDEX_ARITHPROGRESSION_TILING_INTF_H_
#define TILING_INDEX_ARITHPROGRESSION_TILING_INTF_H_

#include "lib/index/arithprogression_tiling.h"

#endif  // TILING_INDEX_ARITHPROGRESSION_TILING_INTF_H_
