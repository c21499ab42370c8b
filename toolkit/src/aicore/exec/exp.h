// e^x over arrays of floats: math::ExpFloat with the instructions of the CPU that compilers do not
// find themselves.
#pragma once

#include "aicore/exec/math.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {

/// A register of doubles. Limits let NaN pass.
struct DoubleLanes {
#if defined(__AVX512F__)
    __m512d v;
    static constexpr size_t kLanes = 8;

    static DoubleLanes Of(double x) { return {_mm512_set1_pd(x)}; }
    static DoubleLanes LoadFloats(const float* from) {
        return {_mm512_cvtps_pd(_mm256_loadu_ps(from))};
    }
    /// The differences are rounded to float.
    static DoubleLanes LoadFloats(const float* from, float shift) {
        return {_mm512_cvtps_pd(_mm256_sub_ps(_mm256_loadu_ps(from), _mm256_set1_ps(shift)))};
    }
    void StoreFloats(float* to) const { _mm256_storeu_ps(to, _mm512_cvtpd_ps(v)); }
    DoubleLanes AtMost(DoubleLanes limit) const { return {_mm512_min_pd(limit.v, v)}; }
    DoubleLanes AtLeast(DoubleLanes limit) const { return {_mm512_max_pd(limit.v, v)}; }
    /// this * factor + term
    DoubleLanes MulAdd(DoubleLanes factor, DoubleLanes term) const {
        return {_mm512_fmadd_pd(v, factor.v, term.v)};
    }
    DoubleLanes operator-(DoubleLanes other) const { return {_mm512_sub_pd(v, other.v)}; }
    /// this * 2^k for the integer k; `shifted` = k + kRoundMagic
    DoubleLanes ScaledBy(DoubleLanes k, DoubleLanes) const { return {_mm512_scalef_pd(v, k.v)}; }
#elif defined(__AVX2__)
    __m256d v;
    static constexpr size_t kLanes = 4;

    static DoubleLanes Of(double x) { return {_mm256_set1_pd(x)}; }
    static DoubleLanes LoadFloats(const float* from) {
        return {_mm256_cvtps_pd(_mm_loadu_ps(from))};
    }
    static DoubleLanes LoadFloats(const float* from, float shift) {
        return {_mm256_cvtps_pd(_mm_sub_ps(_mm_loadu_ps(from), _mm_set1_ps(shift)))};
    }
    void StoreFloats(float* to) const { _mm_storeu_ps(to, _mm256_cvtpd_ps(v)); }
    DoubleLanes AtMost(DoubleLanes limit) const { return {_mm256_min_pd(limit.v, v)}; }
    DoubleLanes AtLeast(DoubleLanes limit) const { return {_mm256_max_pd(limit.v, v)}; }
    DoubleLanes MulAdd(DoubleLanes factor, DoubleLanes term) const {
        return {_mm256_fmadd_pd(v, factor.v, term.v)};
    }
    DoubleLanes operator-(DoubleLanes other) const { return {_mm256_sub_pd(v, other.v)}; }
    DoubleLanes ScaledBy(DoubleLanes, DoubleLanes shifted) const {
        const __m256i exponent = _mm256_slli_epi64(_mm256_castpd_si256(shifted.v), 52);
        return {_mm256_castsi256_pd(_mm256_add_epi64(_mm256_castpd_si256(v), exponent))};
    }
#endif
};

#if defined(__AVX2__)
/// math::ExpFloat, in double.
ASCENDC_ALWAYS_INLINE DoubleLanes ExpLanes(DoubleLanes any) {
    const DoubleLanes limit = DoubleLanes::Of(math::kMaxExp), low = DoubleLanes::Of(-math::kMaxExp);
    const DoubleLanes magic = DoubleLanes::Of(math::kRoundMagic);
    const DoubleLanes x = any.AtMost(limit).AtLeast(low);
    const DoubleLanes shifted = x.MulAdd(DoubleLanes::Of(math::kLog2E), magic);
    const DoubleLanes k = shifted - magic;
    const DoubleLanes r = k.MulAdd(DoubleLanes::Of(-math::kLn2), x);
    constexpr size_t kTop = sizeof(math::kExpFloatTerms) / sizeof(double) - 1;
    DoubleLanes p = DoubleLanes::Of(math::kExpFloatTerms[kTop]);
    for (size_t term = kTop; term-- != 0;) {
        p = p.MulAdd(r, DoubleLanes::Of(math::kExpFloatTerms[term]));
    }
    return p.ScaledBy(k, shifted);
}
#endif

/// dst[i] = e^src[i]; dst is src or apart from it.
inline void ExpArray(float* dst, const float* src, size_t n) {
    size_t i = 0;
#if defined(__AVX2__)
    for (; i + DoubleLanes::kLanes <= n; i += DoubleLanes::kLanes) {
        ExpLanes(DoubleLanes::LoadFloats(src + i)).StoreFloats(dst + i);
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
#if defined(__AVX2__)
    for (; i + DoubleLanes::kLanes <= n; i += DoubleLanes::kLanes) {
        ExpLanes(DoubleLanes::LoadFloats(src + i, shift)).StoreFloats(dst + i);
    }
#endif
    AICORE_IVDEP
    for (; i < n; ++i) {
        dst[i] = math::ExpFloat(src[i] - shift);
    }
}

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
