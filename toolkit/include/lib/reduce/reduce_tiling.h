// Temporary memory of the reductions by pattern.
#ifndef LIB_REDUCE_REDUCE_TILING_H_
#define LIB_REDUCE_REDUCE_TILING_H_

#include <cstdint>

#include "graph/tensor.h"
#include "graph/types.h"
#include "kernel_tiling/tiling_enums.h"

namespace AscendC {
/// Bytes of temporary memory for the shape: `maxValue` does everything at once, `minValue` is the
/// least.
#define ASCENDC_REDUCE_TMP_SIZE(name)                                                            \
    void Get##name##MaxMinTmpSize(const ge::Shape& srcShape, const ge::DataType dataType,        \
                                  ReducePattern pattern, bool isSrcInnerPad, bool isReuseSource, \
                                  uint32_t& maxValue, uint32_t& minValue)
ASCENDC_REDUCE_TMP_SIZE(ReduceSum);
ASCENDC_REDUCE_TMP_SIZE(ReduceMean);
ASCENDC_REDUCE_TMP_SIZE(ReduceMax);
ASCENDC_REDUCE_TMP_SIZE(ReduceMin);
ASCENDC_REDUCE_TMP_SIZE(ReduceProd);
ASCENDC_REDUCE_TMP_SIZE(ReduceAny);
ASCENDC_REDUCE_TMP_SIZE(ReduceAll);
#undef ASCENDC_REDUCE_TMP_SIZE
}  // namespace AscendC

#endif  // LIB_REDUCE_REDUCE_TILING_H_
