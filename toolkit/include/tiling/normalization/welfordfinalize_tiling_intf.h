// Older name of lib/normalization/welfordfinalize_tiling.h.
#ifndef TILING_NORMALIZATION_WELFORDFINALIZE_TILING_INTF_H_
#define TILING_NORMALIZATION_WELFORDFINALIZE_TILING_INTF_H_

#include "lib/normalization/welfordfinalize_tiling.h"

#endif  // TILING_NORMALIZATION_WELFORDFINALIZE_TILING_INTF_H_
