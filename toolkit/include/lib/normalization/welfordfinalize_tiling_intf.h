// Older name of lib/normalization/welfordfinalize_tiling.h.
#ifndef LIB_NORMALIZATION_WELFORDFINALIZE_TILING_INTF_H_
#define LIB_NORMALIZATION_WELFORDFINALIZE_TILING_INTF_H_

#include "lib/normalization/welfordfinalize_tiling.h"

#endif  // LIB_NORMALIZATION_WELFORDFINALIZE_TILING_INTF_H_
