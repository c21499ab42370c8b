// Vectors of the CPU for the cube: one type of 32-bit lanes per instruction set and element kind,
// with the few operations that a product of matrices needs.
#pragma once

#include "aicore/exec/intrinsics.h"
#include "aicore/exec/simd.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {

/// Products of floats.
struct FloatLanes {
    using Element = float;
#if defined(__AVX512F__)
    using Vector = __m512;
    static ASCENDC_ALWAYS_INLINE Vector MultiplyAdd(Vector a, Vector b, Vector sum) {
        return _mm512_fmadd_ps(a, b, sum);
    }
    static ASCENDC_ALWAYS_INLINE Vector Broadcast(const float* value) {
        return _mm512_set1_ps(*value);
    }
#elif defined(__AVX2__)
    using Vector = __m256;
    static ASCENDC_ALWAYS_INLINE Vector MultiplyAdd(Vector a, Vector b, Vector sum) {
        return _mm256_fmadd_ps(a, b, sum);
    }
    static ASCENDC_ALWAYS_INLINE Vector Broadcast(const float* value) {
        return _mm256_broadcast_ss(value);
    }
#else
    typedef float Vector __attribute__((vector_size(16)));
    static ASCENDC_ALWAYS_INLINE Vector MultiplyAdd(Vector a, Vector b, Vector sum) {
#if defined(__aarch64__)
        return (Vector)vfmaq_f32((float32x4_t)sum, (float32x4_t)a, (float32x4_t)b);
#else
        return sum + a * b;
#endif
    }
    static ASCENDC_ALWAYS_INLINE Vector Broadcast(const float* value) {
        return Vector{*value, *value, *value, *value};
    }
#endif
    static ASCENDC_ALWAYS_INLINE float Add(float a, float b) { return a + b; }
};

/// Products of 16-bit integers in pairs: a lane holds two of them and adds both products.
struct PairLanes {
    using Element = int32_t;
#if defined(__AVX512BW__)
    using Vector = __m512i;
    static ASCENDC_ALWAYS_INLINE Vector MultiplyAdd(Vector a, Vector b, Vector sum) {
        return _mm512_add_epi32(sum, _mm512_madd_epi16(a, b));
    }
    static ASCENDC_ALWAYS_INLINE Vector Broadcast(const int32_t* value) {
        return _mm512_set1_epi32(*value);
    }
#elif defined(__AVX2__)
    using Vector = __m256i;
    static ASCENDC_ALWAYS_INLINE Vector MultiplyAdd(Vector a, Vector b, Vector sum) {
        return _mm256_add_epi32(sum, _mm256_madd_epi16(a, b));
    }
    static ASCENDC_ALWAYS_INLINE Vector Broadcast(const int32_t* value) {
        return _mm256_set1_epi32(*value);
    }
#elif defined(__SSE2__)
    using Vector = __m128i;
    static ASCENDC_ALWAYS_INLINE Vector MultiplyAdd(Vector a, Vector b, Vector sum) {
        return _mm_add_epi32(sum, _mm_madd_epi16(a, b));
    }
    static ASCENDC_ALWAYS_INLINE Vector Broadcast(const int32_t* value) {
        return _mm_set1_epi32(*value);
    }
#else
    typedef int32_t Vector __attribute__((vector_size(16)));
    static ASCENDC_ALWAYS_INLINE Vector MultiplyAdd(Vector a, Vector b, Vector sum) {
        return sum + ((a << 16) >> 16) * ((b << 16) >> 16) + (a >> 16) * (b >> 16);
    }
    static ASCENDC_ALWAYS_INLINE Vector Broadcast(const int32_t* value) {
        return Vector{*value, *value, *value, *value};
    }
#endif
    /// Sums of products saturate.
    static ASCENDC_ALWAYS_INLINE int32_t Add(int32_t a, int32_t b) {
        const int32_t sum =
            static_cast<int32_t>(static_cast<uint32_t>(a) + static_cast<uint32_t>(b));
        const int32_t limit = (a >> 31) ^ 0x7fffffff;
        return ((a ^ sum) & (b ^ sum)) < 0 ? limit : sum;
    }
};

/// How many rows and 16-column tiles of the result one kernel keeps in registers.
#if defined(__AVX512F__)
constexpr int kKernelRows = 8;
constexpr int kKernelTiles = 2;
#elif defined(__AVX2__) || defined(__aarch64__)
constexpr int kKernelRows = 4;
constexpr int kKernelTiles = 1;
#else
constexpr int kKernelRows = 2;
constexpr int kKernelTiles = 1;
#endif

/// dst[column * dst_pitch + row] = src[row * 8 + column] for 16 rows and 8 columns of 32 bits.
ASCENDC_ALWAYS_INLINE void Transpose16x8(uint32_t* dst, size_t dst_pitch, const uint32_t* src,
                                         size_t src_pitch) {
#if defined(__AVX2__)
    for (int half = 0; half < 2; ++half) {
        __m256 r[8], t[8];
        for (int i = 0; i < 8; ++i) {
            r[i] =
                _mm256_loadu_ps(reinterpret_cast<const float*>(src + (half * 8 + i) * src_pitch));
        }
        for (int i = 0; i < 8; i += 2) {
            t[i] = _mm256_unpacklo_ps(r[i], r[i + 1]);
            t[i + 1] = _mm256_unpackhi_ps(r[i], r[i + 1]);
        }
        for (int i = 0; i < 8; i += 4) {
            r[i] = _mm256_shuffle_ps(t[i], t[i + 2], 0x44);
            r[i + 1] = _mm256_shuffle_ps(t[i], t[i + 2], 0xee);
            r[i + 2] = _mm256_shuffle_ps(t[i + 1], t[i + 3], 0x44);
            r[i + 3] = _mm256_shuffle_ps(t[i + 1], t[i + 3], 0xee);
        }
        for (int i = 0; i < 4; ++i) {
            float* low = reinterpret_cast<float*>(dst + i * dst_pitch + half * 8);
            float* high = reinterpret_cast<float*>(dst + (i + 4) * dst_pitch + half * 8);
            _mm256_storeu_ps(low, _mm256_permute2f128_ps(r[i], r[i + 4], 0x20));
            _mm256_storeu_ps(high, _mm256_permute2f128_ps(r[i], r[i + 4], 0x31));
        }
    }
#else
    for (int row = 0; row < 16; ++row) {
        for (int column = 0; column < 8; ++column) {
            dst[column * dst_pitch + row] = src[row * src_pitch + column];
        }
    }
#endif
}

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
