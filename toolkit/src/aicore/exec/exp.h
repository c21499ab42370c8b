// e^x over arrays of floats: math::ExpFloat with the instructions of AVX-512 that compilers do not
// find themselves.
#pragma once

#include "aicore/exec/intrinsics.h"
#include "aicore/exec/math.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {

#if defined(__AVX512F__)
constexpr size_t kExpLanes = 16;

/// math::ExpFloat of each lane. Limits let NaN pass.
ASCENDC_ALWAYS_INLINE __m512 ExpLanes(__m512 x) {
    using Parts = math::ExpFloatParts;
    const __m512 magic = _mm512_set1_ps(Parts::kRoundMagic);
    x = _mm512_min_ps(_mm512_set1_ps(Parts::kMaxExp), x);
    x = _mm512_max_ps(_mm512_set1_ps(-Parts::kMaxExp), x);
    const __m512 k = _mm512_sub_ps(_mm512_fmadd_ps(x, _mm512_set1_ps(Parts::kLog2E), magic), magic);
    __m512 r = _mm512_fmadd_ps(k, _mm512_set1_ps(Parts::kMinusLn2High), x);
    r = _mm512_fmadd_ps(k, _mm512_set1_ps(Parts::kMinusLn2Low), r);
    constexpr size_t kTop = sizeof(Parts::kTerms) / sizeof(float) - 1;
    __m512 p = _mm512_set1_ps(Parts::kTerms[kTop]);
    for (size_t term = kTop; term-- != 0;) {
        p = _mm512_fmadd_ps(p, r, _mm512_set1_ps(Parts::kTerms[term]));
    }
    return _mm512_scalef_ps(p, k);
}
#endif

/// dst[i] = e^src[i]; dst is src or apart from it.
inline void ExpArray(float* dst, const float* src, size_t n) {
    size_t i = 0;
#if defined(__AVX512F__)
    for (; i + kExpLanes <= n; i += kExpLanes) {
        _mm512_storeu_ps(dst + i, ExpLanes(_mm512_loadu_ps(src + i)));
    }
#endif
    AICORE_IVDEP
    for (; i < n; ++i) {
        dst[i] = math::ExpFloat(src[i]);
    }
}

/// dst[i] = e^(src[i] - shift), the difference rounded to float.
inline void ExpArray(float* dst, const float* src, size_t n, float shift) {
    size_t i = 0;
#if defined(__AVX512F__)
    for (; i + kExpLanes <= n; i += kExpLanes) {
        const __m512 x = _mm512_sub_ps(_mm512_loadu_ps(src + i), _mm512_set1_ps(shift));
        _mm512_storeu_ps(dst + i, ExpLanes(x));
    }
#endif
    AICORE_IVDEP
    for (; i < n; ++i) {
        dst[i] = math::ExpFloat(src[i] - shift);
    }
}

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
