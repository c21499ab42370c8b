// The same as lib/transpose/confusion_transpose_tilingdata.h.
#ifndef TILING_TRANSPOSE_CONFUSION_TRANSPOSE_TILINGDATA_H_
#define TILING_TRANSPOSE_CONFUSION_TRANSPOSE_TILINGDATA_H_

#include "lib/transpose/confusion_transpose_tilingdata.h"

#endif  // TILING_TRANSPOSE_CONFUSION_TRANSPOSE_TILINGDATA_H_
