// Older name of lib/select/selectwithbytesmask_tiling.h.
#ifndef TILING_SELECT_SELECTWITHBYTESMASK_TILING_INTF_H_
#define TILING_SELECT_SELECTWITHBYTESMASK_TILING_INTF_H_

#include "lib/select/selectwithbytesmask_tiling.h"

#endif  // TILING_SELECT_SELECTWITHBYTESMASK_TILING_INTF_H_
