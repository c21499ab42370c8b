// Names of the ISA being compiled for, and conversions of numbers between the storage formats.
//
// Every file of this folder is compiled several times, once per instruction set; all of its code
// lives in the namespace AICORE_ISA_NS, so that no function compiled for a newer CPU is shared with
// an older one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "detail/types/macros.h"

#ifndef AICORE_ISA_NS
#define AICORE_ISA_NS isa_base
#endif

#if defined(__clang__)
#define AICORE_IVDEP _Pragma("clang loop vectorize(assume_safety)")
#else
#define AICORE_IVDEP _Pragma("GCC ivdep")
#endif

namespace AscendC::isa::exec::AICORE_ISA_NS {

ASCENDC_ALWAYS_INLINE uint32_t BitsOfFloat(float value) {
    uint32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
}

ASCENDC_ALWAYS_INLINE float FloatOfBits(uint32_t bits) {
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
}

/// Exact; written without branches so that the compiler vectorises loops over it.
ASCENDC_ALWAYS_INLINE float HalfToFloat(uint16_t half) {
    const uint32_t sign = static_cast<uint32_t>(half & 0x8000U) << 16;
    const uint32_t magnitude = static_cast<uint32_t>(half & 0x7fffU) << 13;
    // Multiplying by 2^112 moves the exponent and normalises subnormals in one step.
    const float scaled = FloatOfBits(magnitude) * 5.192296858534828e33F;
    const uint32_t special =
        magnitude >= 0x0f800000U
            ? magnitude | 0x70000000U | (magnitude > 0x0f800000U ? 0x400000U : 0U)
            : BitsOfFloat(scaled);
    return FloatOfBits(sign | special);
}

/// Round to nearest even; overflow gives infinity.
ASCENDC_ALWAYS_INLINE uint16_t FloatToHalf(float value) {
    const uint32_t bits = BitsOfFloat(value);
    const uint32_t sign = (bits >> 16) & 0x8000U;
    const uint32_t magnitude = bits & 0x7fffffffU;
    const uint32_t rebased = magnitude - 0x38000000U;
    const uint32_t normal = (rebased + 0xfffU + ((rebased >> 13) & 1U)) >> 13;
    // Adding 0.5 leaves the subnormal's bits, correctly rounded, at the end of the mantissa.
    const uint32_t tiny = BitsOfFloat(FloatOfBits(magnitude) + 0.5F) - 0x3f000000U;
    const uint32_t nan = 0x7e00U | ((magnitude >> 13) & 0x3ffU);
    uint32_t result = magnitude < 0x38800000U ? tiny : normal;
    result = magnitude >= 0x47800000U ? 0x7c00U : result;
    result = magnitude > 0x7f800000U ? nan : result;
    return static_cast<uint16_t>(sign | result);
}

ASCENDC_ALWAYS_INLINE float BfloatToFloat(uint16_t bits) {
    return FloatOfBits(static_cast<uint32_t>(bits) << 16);
}

/// Round to nearest even; NaN stays NaN.
ASCENDC_ALWAYS_INLINE uint16_t FloatToBfloat(float value) {
    const uint32_t bits = BitsOfFloat(value);
    const uint32_t rounded = (bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16;
    const uint32_t nan = (bits >> 16) | 0x40U;
    return static_cast<uint16_t>((bits & 0x7fffffffU) > 0x7f800000U ? nan : rounded);
}

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
