// The same as lib/pad/broadcast_tiling.h.
#ifndef TILING_PAD_BROADCAST_TILING_H_
#define TILING_PAD_BROADCAST_TILING_H_

#include "lib/pad/broadcast_tiling.h"

#endif  // TILING_PAD_BROADCAST_TILING_H_
