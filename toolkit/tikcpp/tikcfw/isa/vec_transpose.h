// Transposing instructions.
#pragma once

#include "isa/vec_shape.h"

namespace AscendC::isa {

/// 16x16 matrix of 2-byte elements.
struct VecTranspose16 {
    void* dst;
    const void* src;
};

/// scatter_vnchwconv: 16 source blocks become 16 destination blocks, transposed.
struct VecConv5Hd {
    uint32_t size;            ///< bytes of an element: 1, 2 or 4
    bool dst_high, src_high;  ///< 1-byte elements: which half of the blocks
    uint32_t repeat;
    uint32_t dst_rep_stride, src_rep_stride;  ///< blocks
    uint64_t dst[16];
    uint64_t src[16];
};

/// Copies a box of elements between strided arrays of up to 6 axes.
struct VecPermute {
    uint32_t size;  ///< bytes of an element
    uint32_t rank;
    uint32_t dims[6];
    int64_t dst_strides[6];  ///< elements
    int64_t src_strides[6];
    void* dst;
    const void* src;
};

}  // namespace AscendC::isa
