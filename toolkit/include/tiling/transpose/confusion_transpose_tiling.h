// The same as lib/transpose/confusion_transpose_tiling.h.
#ifndef TILING_TRANSPOSE_CONFUSION_TRANSPOSE_TILING_H_
#define TILING_TRANSPOSE_CONFUSION_TRANSPOSE_TILING_H_

#include "lib/transpose/confusion_transpose_tiling.h"

#endif  // TILING_TRANSPOSE_CONFUSION_TRANSPOSE_TILING_H_
