// Older name of lib/quantization/ascend_antiquant_tiling.h.
#ifndef LIB_QUANTIZATION_ASCEND_ANTIQUANT_TILING_INTF_H_
#define LIB_QUANTIZATION_ASCEND_ANTIQUANT_TILING_INTF_H_

#include "lib/quantization/ascend_antiquant_tiling.h"

#endif  // LIB_QUANTIZATION_ASCEND_ANTIQUANT_TILING_INTF_H_
