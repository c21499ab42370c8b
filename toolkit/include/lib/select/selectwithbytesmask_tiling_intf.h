// Older name of lib/select/selectwithbytesmask_tiling.h.
#ifndef LIB_SELECT_SELECTWITHBYTESMASK_TILING_INTF_H_
#define LIB_SELECT_SELECTWITHBYTESMASK_TILING_INTF_H_

#include "lib/select/selectwithbytesmask_tiling.h"

#endif  // LIB_SELECT_SELECTWITHBYTESMASK_TILING_INTF_H_
