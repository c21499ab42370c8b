// The same as lib/filter/dropout_tiling.h.
#ifndef TILING_FILTER_DROPOUT_TILING_H_
#define TILING_FILTER_DROPOUT_TILING_H_

#include "lib/filter/dropout_tiling.h"

#endif  // TILING_FILTER_DROPOUT_TILING_H_
