// Transposes of fractals.
#pragma once

#include "aicore/exec/intrinsics.h"
#include "aicore/exec/simd.h"
#include "isa/cube_load.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {

/// A square of fractals: `Fractals` of 16 rows of `Columns` elements, transposed as one matrix.
/// For elements of 2 bytes and less the fractals are stacked; elements of 4 bytes have 8 columns,
/// and two fractals are next to each other in the square of 16 x 16.
template <typename T, int Columns, int Fractals>
inline void TransposeSquare(uint8_t* dst, int64_t dst_pitch, const uint8_t* src,
                            int64_t src_pitch) {
    constexpr int kSide = 16 * Fractals > Columns ? 16 : Columns;
    T square[kSide][kSide];
    for (int f = 0; f < Fractals; ++f) {
        T fractal[16][Columns];
        std::memcpy(fractal, src + f * src_pitch, kFractalBytes);
        for (int row = 0; row < 16; ++row) {
            for (int column = 0; column < Columns; ++column) {
                if constexpr (Columns < 16) {
                    square[f * Columns + column][row] = fractal[row][column];
                } else {
                    square[column][f * 16 + row] = fractal[row][column];
                }
            }
        }
    }
    for (int f = 0; f < Fractals; ++f) {
        T fractal[16][Columns];
        for (int row = 0; row < 16; ++row) {
            for (int column = 0; column < Columns; ++column) {
                fractal[row][column] =
                    Columns < 16 ? square[row][f * Columns + column] : square[f * 16 + row][column];
            }
        }
        std::memcpy(dst + f * dst_pitch, fractal, kFractalBytes);
    }
}

/// The same for 16 x 16 elements of 2 bytes.
inline void TransposeFractal(uint8_t* dst, const uint8_t* src) {
#if defined(__SSE2__)
    for (int half = 0; half < 2; ++half) {
        for (int side = 0; side < 2; ++side) {
            __m128i r[8], t[8];
            for (int i = 0; i < 8; ++i) {
                r[i] = _mm_loadu_si128(
                    reinterpret_cast<const __m128i*>(src + (half * 8 + i) * 32 + side * 16));
            }
            for (int i = 0; i < 4; ++i) {
                t[2 * i] = _mm_unpacklo_epi16(r[i], r[i + 4]);
                t[2 * i + 1] = _mm_unpackhi_epi16(r[i], r[i + 4]);
            }
            for (int i = 0; i < 4; ++i) {
                r[2 * i] = _mm_unpacklo_epi16(t[i], t[i + 4]);
                r[2 * i + 1] = _mm_unpackhi_epi16(t[i], t[i + 4]);
            }
            for (int i = 0; i < 4; ++i) {
                uint8_t* row = dst + (side * 8 + 2 * i) * 32 + half * 16;
                _mm_storeu_si128(reinterpret_cast<__m128i*>(row),
                                 _mm_unpacklo_epi16(r[i], r[i + 4]));
                _mm_storeu_si128(reinterpret_cast<__m128i*>(row + 32),
                                 _mm_unpackhi_epi16(r[i], r[i + 4]));
            }
        }
    }
#else
    uint16_t in[16][16], out[16][16];
    std::memcpy(in, src, sizeof(in));
    for (int row = 0; row < 16; ++row) {
        for (int column = 0; column < 16; ++column) {
            out[column][row] = in[row][column];
        }
    }
    std::memcpy(dst, out, sizeof(out));
#endif
}

/// 64 x 64 elements of 4 bits, two per byte, the first one in the low half.
inline void TransposeNibbles(uint8_t* dst, int64_t dst_pitch, const uint8_t* src,
                             int64_t src_pitch) {
    uint8_t square[64][64];
    for (int row = 0; row < 64; ++row) {
        const uint8_t* bytes = src + row / 16 * src_pitch + row % 16 * 32;
        for (int i = 0; i < 32; ++i) {
            square[2 * i][row] = bytes[i] & 0xf;
            square[2 * i + 1][row] = bytes[i] >> 4;
        }
    }
    for (int row = 0; row < 64; ++row) {
        uint8_t* bytes = dst + row / 16 * dst_pitch + row % 16 * 32;
        for (int i = 0; i < 32; ++i) {
            bytes[i] = static_cast<uint8_t>(square[row][2 * i] | square[row][2 * i + 1] << 4);
        }
    }
}

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
