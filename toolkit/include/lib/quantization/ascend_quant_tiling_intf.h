// Older name of lib/quantization/ascend_quant_tiling.h.
#ifndef LIB_QUANTIZATION_ASCEND_QUANT_TILING_INTF_H_
#define LIB_QUANTIZATION_ASCEND_QUANT_TILING_INTF_H_

#include "lib/quantization/ascend_quant_tiling.h"

#endif  // LIB_QUANTIZATION_ASCEND_QUANT_TILING_INTF_H_
