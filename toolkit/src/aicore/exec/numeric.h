// Narrowing conversions of blocks: saturation and rounding.
#pragma once

#include "aicore/exec/simd.h"
#include "isa/types.h"
#include "isa/vec_elementwise.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {

/// Rounds to nearest even. With `saturate`, infinities become the largest finite value and NaN
/// zero.
void StoreHalf(uint16_t* dst, const float* src, size_t n, bool saturate);
void StoreBfloat(uint16_t* dst, const float* src, size_t n, bool saturate);

/// What a core that saturates has in place of infinities and NaN.
ASCENDC_ALWAYS_INLINE float SaturatedFloat(float value) {
    constexpr float kLargest = 3.402823466e+38F;
    return value != value      ? 0.0F
           : value > kLargest  ? kLargest
           : value < -kLargest ? -kLargest
                               : value;
}

/// Two per byte, low nibble first; values saturate to -8..7.
void StoreNibbles(uint8_t* dst, const int8_t* src, size_t n);

/// Any arithmetic type to another one: floats round to nearest even, integers saturate, NaN becomes
/// 0.
void ConvertSaturating(DType from, DType to, void* dst, const void* src, size_t n);

/// The same to integers with saturation turned off: results are the low bits.
void ConvertToLowBits(DType from, DType to, void* dst, const void* src, size_t n);

/// Rounds floats to integral values (kRint ... kTrunc; kNone and kOdd round to nearest even).
void RoundToIntegral(Round round, float* dst, const float* src, size_t n);

/// Float to half or bfloat16 under any rounding mode.
void RoundToHalf(Round round, uint16_t* dst, const float* src, size_t n, bool saturate);
void RoundToBfloat(Round round, uint16_t* dst, const float* src, size_t n, bool saturate);

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
