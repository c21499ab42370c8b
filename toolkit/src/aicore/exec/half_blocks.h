// Conversions of whole blocks between the storage formats.
#pragma once

#include "aicore/exec/intrinsics.h"
#include "aicore/exec/simd.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {

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
