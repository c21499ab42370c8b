// Temporary memory of TransData (CANN 8.5).
#ifndef LIB_TRANSPOSE_TRANSDATA_TILING_H_
#define LIB_TRANSPOSE_TRANSDATA_TILING_H_

#include <cstdint>

#include "graph/tensor.h"
#include "kernel_tiling/data_format.h"
#include "tiling/platform/platform_ascendc.h"

namespace AscendC {
/// Bytes of temporary memory between [n, c, d, h, w] and [n, d, c1, h, w, 16] or
/// [d, c1, h, w, n1, 16, 16], the shapes that the kernel's layouts have; most and least are the
/// same. `dataType`: half, float, int16 or uint16. False for others, and for other formats.
bool GetTransDataMaxMinTmpSize(const platform_ascendc::PlatformAscendC& platform,
                               const ge::Shape& srcShape, const ge::Shape& dstShape,
                               const ge::DataType dataType, const TransDataConfig& config,
                               uint32_t& maxValue, uint32_t& minValue);
}  // namespace AscendC

#endif  // LIB_TRANSPOSE_TRANSDATA_TILING_H_
