// Older name of lib/pad/pad_tiling.h.
#ifndef TILING_PAD_PAD_TILING_INTF_H_
#define TILING_PAD_PAD_TILING_INTF_H_

#include "lib/pad/pad_tiling.h"

#endif  // TILING_PAD_PAD_TILING_INTF_H_
