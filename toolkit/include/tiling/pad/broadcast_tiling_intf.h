// Older name of lib/pad/broadcast_tiling.h.
#ifndef TILING_PAD_BROADCAST_TILING_INTF_H_
#define TILING_PAD_BROADCAST_TILING_INTF_H_

#include "lib/pad/broadcast_tiling.h"

#endif  // TILING_PAD_BROADCAST_TILING_INTF_H_
