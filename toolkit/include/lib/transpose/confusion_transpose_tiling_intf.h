// Older name of lib/transpose/confusion_transpose_tiling.h.
#ifndef LIB_TRANSPOSE_CONFUSION_TRANSPOSE_TILING_INTF_H_
#define LIB_TRANSPOSE_CONFUSION_TRANSPOSE_TILING_INTF_H_

#include "lib/transpose/confusion_transpose_tiling.h"

#endif  // LIB_TRANSPOSE_CONFUSION_TRANSPOSE_TILING_INTF_H_
