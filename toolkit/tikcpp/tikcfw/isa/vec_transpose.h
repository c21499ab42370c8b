// Transposing instructions.
#pragma once

#include "isa/vec_shape.h"

namespace AscendC::isa {
struct VecTranspose16;
struct VecConv5Hd;
struct VecPermute;
}  // namespace AscendC::isa

extern "C" {
void aicore_vec_transpose16(const AscendC::isa::VecTranspose16* record);
void aicore_vec_conv_5hd(const AscendC::isa::VecConv5Hd* record);
void aicore_vec_permute(const AscendC::isa::VecPermute* record);
}

namespace AscendC::isa {

/// 16x16 matrix of 2-byte elements.
struct VecTranspose16 {
    void* dst;
    const void* src;

    ASCENDC_ALWAYS_INLINE static void Execute(const VecTranspose16& record) {
        aicore_vec_transpose16(&record);
    }
};

/// scatter_vnchwconv: 16 source blocks become 16 destination blocks, transposed.
struct VecConv5Hd {
    uint32_t size;            ///< bytes of an element: 1, 2 or 4
    bool dst_high, src_high;  ///< 1-byte elements: which half of the blocks
    uint32_t repeat;
    uint32_t dst_rep_stride, src_rep_stride;  ///< blocks
    uint64_t dst[16];
    uint64_t src[16];

    ASCENDC_ALWAYS_INLINE static void Execute(const VecConv5Hd& record) {
        aicore_vec_conv_5hd(&record);
    }
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

    ASCENDC_ALWAYS_INLINE static void Execute(const VecPermute& record) {
        aicore_vec_permute(&record);
    }
};

}  // namespace AscendC::isa
