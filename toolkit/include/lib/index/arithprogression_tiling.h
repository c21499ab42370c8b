// Temporary memory of a vector function.
#ifndef LIB_INDEX_ARITHPROGRESSION_TILING_H_
#define LIB_INDEX_ARITHPROGRESSION_TILING_H_

#include <cstdint>

namespace AscendC {
void GetArithProgressionMaxMinTmpSize(uint32_t& maxValue, uint32_t& minValue);
/// The newer name.
void GetArangeMaxMinTmpSize(uint32_t& maxValue, uint32_t& minValue);
}  // namespace AscendC

#endif  // LIB_INDEX_ARITHPROGRESSION_TILING_H_
