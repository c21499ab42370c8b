// Temporary memory of a vector function.
#ifndef LIB_SELECT_SELECTWITHBYTESMASK_TILING_H_
#define LIB_SELECT_SELECTWITHBYTESMASK_TILING_H_

#include <cstdint>

#include "graph/tensor.h"

namespace AscendC {
uint32_t GetSelectWithBytesMaskMaxTmpSize(const ge::Shape& src0Shape, const ge::Shape& src1Shape,
                                          const uint32_t srcTypeSize, const ge::Shape& maskShape,
                                          const uint32_t maskTypeSize, const bool isReuseMask);
uint32_t GetSelectWithBytesMaskMinTmpSize(const ge::Shape& src0Shape, const ge::Shape& src1Shape,
                                          const uint32_t srcTypeSize, const ge::Shape& maskShape,
                                          const uint32_t maskTypeSize, const bool isReuseMask);
void GetSelectWithBytesMaskMaxMinTmpSize(const ge::Shape& src0Shape, const ge::Shape& src1Shape,
                                         const uint32_t srcTypeSize, const ge::Shape& maskShape,
                                         const uint32_t maskTypeSize, const bool isReuseMask,
                                         uint32_t& maxValue, uint32_t& minValue);

/// The newer names.
void GetSelectMaxMinTmpSize(const ge::Shape& src0Shape, const ge::Shape& src1Shape,
                            const uint32_t srcTypeSize, const ge::Shape& maskShape,
                            const uint32_t maskTypeSize, const bool isReuseMask, uint32_t& maxValue,
                            uint32_t& minValue);
uint32_t GetSelectMaxTmpSize(const ge::Shape& src0Shape, const ge::Shape& src1Shape,
                             const uint32_t srcTypeSize, const ge::Shape& maskShape,
                             const uint32_t maskTypeSize, const bool isReuseMask);
uint32_t GetSelectMinTmpSize(const ge::Shape& src0Shape, const ge::Shape& src1Shape,
                             const uint32_t srcTypeSize, const ge::Shape& maskShape,
                             const uint32_t maskTypeSize, const bool isReuseMask);
}  // namespace AscendC

#endif  // LIB_SELECT_SELECTWITHBYTESMASK_TILING_H_
