// Older name of lib/pad/pad_tiling.h.
#ifndef LIB_PAD_PAD_TILING_INTF_H_
#define LIB_PAD_PAD_TILING_INTF_H_

#include "lib/pad/pad_tiling.h"

#endif  // LIB_PAD_PAD_TILING_INTF_H_
