// Older name of lib/filter/dropout_tiling.h.
#ifndef LIB_FILTER_DROPOUT_TILING_INTF_H_
#define LIB_FILTER_DROPOUT_TILING_INTF_H_

#include "lib/filter/dropout_tiling.h"

#endif  // LIB_FILTER_DROPOUT_TILING_INTF_H_
