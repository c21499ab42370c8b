// Indexed access inside the unified buffer.
#pragma once

#include "isa/vec_shape.h"

namespace AscendC::isa {

/// dst[i] = *(src + base + offsets[i]); offsets in bytes, running on over the repeats.
struct VecGather {
    uint32_t size;  ///< bytes of an element
    VecShape shape;
    VecOperand dst;
    const void* src;
    uint32_t base;  ///< bytes
    const uint32_t* offsets;
};

/// *(dst + base + offsets[i]) = src[i].
struct VecScatter {
    uint32_t size;
    VecShape shape;
    VecOperand src;
    void* dst;
    uint32_t base;
    const uint32_t* offsets;
};

/// One 32-byte block per offset, 8 per repeat.
struct VecGatherBlocks {
    uint32_t repeat;
    VecOperand dst;
    const void* src;
    const uint32_t* offsets;
};

/// Writes the selected elements to dst consecutively.
struct VecGatherMask {
    uint32_t size;        ///< bytes of an element
    uint8_t pattern;      ///< 1..7 built-in; 0: the bits at `bits`
    uint32_t per_repeat;  ///< elements looked at in each repeat
    uint32_t repeat;
    uint32_t last;         ///< elements looked at in the last repeat
    uint32_t bits_stride;  ///< blocks between the bits of two repeats
    void* dst;
    VecOperand src;
    const void* bits;
    uint64_t* gathered;  ///< receives the number of elements written
};

}  // namespace AscendC::isa
