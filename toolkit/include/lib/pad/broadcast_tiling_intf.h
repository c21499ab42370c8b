// Older name of lib/pad/broadcast_tiling.h.
#ifndef LIB_PAD_BROADCAST_TILING_INTF_H_
#define LIB_PAD_BROADCAST_TILING_INTF_H_

#include "lib/pad/broadcast_tiling.h"

#endif  // LIB_PAD_BROADCAST_TILING_INTF_H_
