// Older name of lib/quantization/ascend_antiquant_tiling.h.
#ifndef TILING_QUANTIZATION_ASCEND_ANTIQUANT_TILING_INTF_H_
#define TILING_QUANTIZATION_ASCEND_ANTIQUANT_TILING_INTF_H_

#include "lib/quantization/ascend_antiquant_tiling.h"

#endif  // TILING_QUANTIZATION_ASCEND_ANTIQUANT_TILING_INTF_H_
