// Comparisons into bit masks, and selections by bit masks.
#pragma once

#include "isa/vec_shape.h"

namespace AscendC::isa {

/// Relation tested; the numbers are CMPMODE's.
enum class Relation : uint8_t { kLT, kGT, kEQ, kLE, kGE, kNE };

/// One bit per lane, LSB first. With `dst` null the bits of the single repeat go to the core's
/// compare-mask register; otherwise each repeat writes its bits right after those of the one
/// before, masked-off lanes included.
struct VecCompare {
    Relation relation;
    DType type;
    bool by_scalar;  ///< compare with `scalar` in place of src1
    VecShape shape;
    void* dst;
    VecOperand src0, src1;
    uint64_t scalar;  ///< raw bits, of type `type`
};

/// dst = bit ? src0 : src1.
struct VecSelect {
    DType type;
    bool by_scalar;  ///< a cleared bit selects `scalar` in place of src1
    bool same_bits;  ///< every repeat uses the first bits again (else they run on over the repeats)
    VecShape shape;
    const void* bits;  ///< null: the core's compare-mask register
    VecOperand dst, src0, src1;
    uint64_t scalar;  ///< raw bits, of type `type`
};

/// Moves the 128-bit compare-mask register to or from the unified buffer.
struct VecCompareMask {
    bool to_register;
    void* addr;  ///< 16 bytes
};

/// dst[r][c] = mask[r][c] == 0 ? src0 : src1, where one of the two is a scalar.
struct VecSelectBytes {
    DType type;
    uint32_t mask_bytes;  ///< size of one mask element: 1, 2 or 4
    bool scalar_first;    ///< the scalar is src0 (else src1)
    uint32_t rows, src_cols, mask_cols;
    void* dst;
    const void* src;
    const void* mask;
    uint64_t scalar;  ///< raw bits, of type `type`
};

/// dst = mask ? src / keep : 0; the mask has a bit (LSB first) or a byte per element.
struct VecDropOut {
    DType type;
    bool bits;
    uint32_t rows, src_cols;
    uint32_t mask_pitch;  ///< bytes of mask from one row to the next
    float factor;         ///< of the elements that are not dropped
    void* dst;
    const void* src;
    const uint8_t* mask;
};

}  // namespace AscendC::isa
