// Older name of lib/filter/dropout_tiling.h.
#ifndef TILING_FILTER_DROPOUT_TILING_INTF_H_
#define TILING_FILTER_DROPOUT_TILING_INTF_H_

#include "lib/filter/dropout_tiling.h"

#endif  // TILING_FILTER_DROPOUT_TILING_INTF_H_
