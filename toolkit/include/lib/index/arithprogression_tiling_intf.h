// Older name of lib/index/arithprogression_tiling.h.
#ifndef LIB_INDEX_ARITHPROGRESSION_TILING_INTF_H_
#define LIB_INDEX_ARITHPROGRESSION_TILING_INTF_H_

#include "lib/index/arithprogression_tiling.h"

#endif  // LIB_INDEX_ARITHPROGRESSION_TILING_INTF_H_
