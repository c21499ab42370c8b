// Loads of fractals, blocks of 512 bytes, into the operand memories of the cube.
#pragma once

#include "isa/core.h"

namespace AscendC::isa {

/// Bytes of a fractal: 16 rows of one 32-byte block.
constexpr uint32_t kFractalBytes = 512;

/// `repeat` groups of fractals. Without `transpose` a group is one fractal, copied unmodified. With
/// it, a group is a square matrix: 16 x 16 elements of 2 or 4 bytes, 32 x 32 of one byte, 64 x 64
/// of four bits, in 1, 2, 2 and 4 fractals. It is transposed and split into fractals again.
struct CubeLoad {
    Hardware src_memory;
    Hardware dst_memory;
    bool transpose;
    uint8_t element_bits;
    uint32_t repeat;
    uint8_t* dst;
    const uint8_t* src;
    int64_t src_pitch;          ///< bytes from one group to the next
    int64_t dst_pitch;          ///< bytes
    int64_t src_fractal_pitch;  ///< bytes from one fractal of a group to the next
    int64_t dst_fractal_pitch;
};

/// Fills `repeat` pieces of `bytes` bytes, `pitch` apart, with a value of `element` bytes.
struct CubeFill {
    Hardware memory;
    uint8_t element;
    uint32_t repeat;
    uint8_t* dst;
    uint64_t bytes;
    uint64_t pitch;
    uint64_t value;  ///< raw bits
};

}  // namespace AscendC::isa
