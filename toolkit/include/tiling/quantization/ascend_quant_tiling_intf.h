// Older name of lib/quantization/ascend_quant_tiling.h.
#ifndef TILING_QUANTIZATION_ASCEND_QUANT_TILING_INTF_H_
#define TILING_QUANTIZATION_ASCEND_QUANT_TILING_INTF_H_

#include "lib/quantization/ascend_quant_tiling.h"

#endif  // TILING_QUANTIZATION_ASCEND_QUANT_TILING_INTF_H_
