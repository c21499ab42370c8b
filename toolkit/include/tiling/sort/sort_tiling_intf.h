// The same as lib/sort/sort_tiling_intf.h.
#ifndef TILING_SORT_SORT_TILING_INTF_H_
#define TILING_SORT_SORT_TILING_INTF_H_

#include "lib/sort/sort_tiling_intf.h"

#endif  // TILING_SORT_SORT_TILING_INTF_H_
