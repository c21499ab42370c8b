// Executes loads of fractals.
#include "isa/cube_load.h"

#include <algorithm>

#include "aicore/exec/simd.h"
#include "aicore/exec/types.h"
#include "aicore/executor.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

/// A square of fractals: `Fractals` of 16 rows of `Columns` elements, transposed as one matrix.
/// For elements of 2 bytes and less the fractals are stacked; elements of 4 bytes have 8 columns,
/// and two fractals stand side by side in the square of 16 x 16.
template <typename T, int Columns, int Fractals>
void TransposeSquare(const CubeLoad& r, uint8_t* dst, const uint8_t* src) {
    constexpr int kSide = 16 * Fractals > Columns ? 16 : Columns;
    T square[kSide][kSide];
    for (int f = 0; f < Fractals; ++f) {
        T fractal[16][Columns];
        std::memcpy(fractal, src + f * r.src_fractal_pitch, kFractalBytes);
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
        std::memcpy(dst + f * r.dst_fractal_pitch, fractal, kFractalBytes);
    }
}

/// The same for 16 x 16 elements of 2 bytes.
void TransposeFractal(uint8_t* dst, const uint8_t* src) {
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
void TransposeNibbles(const CubeLoad& r, uint8_t* dst, const uint8_t* src) {
    uint8_t square[64][64];
    for (int row = 0; row < 64; ++row) {
        const uint8_t* bytes = src + row / 16 * r.src_fractal_pitch + row % 16 * 32;
        for (int i = 0; i < 32; ++i) {
            square[2 * i][row] = bytes[i] & 0xf;
            square[2 * i + 1][row] = bytes[i] >> 4;
        }
    }
    for (int row = 0; row < 64; ++row) {
        uint8_t* bytes = dst + row / 16 * r.dst_fractal_pitch + row % 16 * 32;
        for (int i = 0; i < 32; ++i) {
            bytes[i] = static_cast<uint8_t>(square[row][2 * i] | square[row][2 * i + 1] << 4);
        }
    }
}

void TransposeGroup(const CubeLoad& r, uint8_t* dst, const uint8_t* src) {
    switch (r.element_bits) {
        case 4:
            return TransposeNibbles(r, dst, src);
        case 8:
            return TransposeSquare<uint8_t, 32, 2>(r, dst, src);
        case 16: {
            uint8_t result[kFractalBytes];
            TransposeFractal(result, src);
            std::memcpy(dst, result, kFractalBytes);
            return;
        }
        default:
            return TransposeSquare<uint32_t, 8, 2>(r, dst, src);
    }
}

void RunLoad(const CubeLoad* record) {
    const CubeLoad& r = *record;
    if (!r.transpose && r.src_pitch == kFractalBytes && r.dst_pitch == kFractalBytes) {
        std::memmove(r.dst, r.src, uint64_t{r.repeat} * kFractalBytes);
        return;
    }
    for (uint32_t i = 0; i < r.repeat; ++i) {
        uint8_t* dst = r.dst + i * r.dst_pitch;
        const uint8_t* src = r.src + i * r.src_pitch;
        if (r.transpose) {
            TransposeGroup(r, dst, src);
        } else {
            std::memcpy(dst, src, kFractalBytes);
        }
    }
}

void RunFill(const CubeFill* record) {
    const CubeFill& r = *record;
    VisitSize(r.element, [&](auto tag) {
        using T = typename decltype(tag)::type;
        const T value = FromBits<T>(r.value);
        for (uint32_t i = 0; i < r.repeat; ++i) {
            T* dst = reinterpret_cast<T*>(r.dst + i * r.pitch);
            std::fill(dst, dst + r.bytes / sizeof(T), value);
        }
    });
}

}  // namespace

AICORE_EXECUTOR(aicore_cube_load, CubeLoad, RunLoad)
AICORE_EXECUTOR(aicore_cube_fill, CubeFill, RunFill)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
