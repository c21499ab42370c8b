// Names of the ISA being compiled for, and conversions of whole blocks between the storage formats.
//
// Every file of this folder is compiled several times, once per instruction set; all of its code
// lives in the namespace AICORE_ISA_NS, so that no function compiled for a newer CPU is shared with
// an older one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "detail/types/macros.h"

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

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

inline void HalfToFloatBlock(float* dst, const uint16_t* src, size_t n) {
    size_t i = 0;
#if defined(__AVX512F__)
    for (; i + 16 <= n; i += 16) {
        const __m256i half = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(src + i));
        _mm512_storeu_ps(dst + i, _mm512_maskz_cvtph_ps(0xffff, half));
    }
#elif defined(__F16C__)
    for (; i + 8 <= n; i += 8) {
        const __m128i half = _mm_loadu_si128(reinterpret_cast<const __m128i*>(src + i));
        _mm256_storeu_ps(dst + i, _mm256_cvtph_ps(half));
    }
#elif defined(__aarch64__)
    for (; i + 4 <= n; i += 4) {
        vst1q_f32(dst + i, vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(src + i))));
    }
#endif
    for (; i < n; ++i) {
        dst[i] = HalfToFloat(src[i]);
    }
}

inline void FloatToHalfBlock(uint16_t* dst, const float* src, size_t n) {
    size_t i = 0;
#if defined(__AVX512F__)
    for (; i + 16 <= n; i += 16) {
        const __m256i half =
            _mm512_maskz_cvtps_ph(0xffff, _mm512_loadu_ps(src + i), _MM_FROUND_TO_NEAREST_INT);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(dst + i), half);
    }
#elif defined(__F16C__)
    for (; i + 8 <= n; i += 8) {
        const __m128i half = _mm256_cvtps_ph(_mm256_loadu_ps(src + i), _MM_FROUND_TO_NEAREST_INT);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(dst + i), half);
    }
#elif defined(__aarch64__)
    for (; i + 4 <= n; i += 4) {
        vst1_u16(dst + i, vreinterpret_u16_f16(vcvt_f16_f32(vld1q_f32(src + i))));
    }
#endif
    for (; i < n; ++i) {
        dst[i] = FloatToHalf(src[i]);
    }
}

inline void BfloatToFloatBlock(float* dst, const uint16_t* src, size_t n) {
    AICORE_IVDEP
    for (size_t i = 0; i < n; ++i) {
        dst[i] = BfloatToFloat(src[i]);
    }
}

inline void FloatToBfloatBlock(uint16_t* dst, const float* src, size_t n) {
    AICORE_IVDEP
    for (size_t i = 0; i < n; ++i) {
        dst[i] = FloatToBfloat(src[i]);
    }
}

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
