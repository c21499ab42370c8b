// Older name of lib/quantization/ascend_dequant_tiling.h.
#ifndef TILING_QUANTIZATION_ASCEND_DEQUANT_TILING_INTF_H_
#define TILING_QUANTIZATION_ASCEND_DEQUANT_TILING_INTF_H_

#include "lib/quantization/ascend_dequant_tiling.h"

#endif  // TILING_QUANTIZATION_ASCEND_DEQUANT_TILING_INTF_H_
