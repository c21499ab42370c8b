// Older name of lib/quantization/ascend_dequant_tiling.h.
#ifndef LIB_QUANTIZATION_ASCEND_DEQUANT_TILING_INTF_H_
#define LIB_QUANTIZATION_ASCEND_DEQUANT_TILING_INTF_H_

#include "lib/quantization/ascend_dequant_tiling.h"

#endif  // LIB_QUANTIZATION_ASCEND_DEQUANT_TILING_INTF_H_
