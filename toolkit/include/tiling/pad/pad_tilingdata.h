// The same as lib/pad/pad_tilingdata.h.
#ifndef TILING_PAD_PAD_TILINGDATA_H_
#define TILING_PAD_PAD_TILINGDATA_H_

#include "lib/pad/pad_tilingdata.h"

#endif  // TILING_PAD_PAD_TILINGDATA_H_
