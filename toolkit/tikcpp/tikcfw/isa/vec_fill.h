// Instructions that fill, copy or broadcast values.
#pragma once

#include "isa/vec_shape.h"

namespace AscendC::isa {

/// dst = scalar.
struct VecDuplicate {
    uint32_t size;  ///< bytes of an element
    VecShape shape;
    VecOperand dst;
    uint64_t scalar;  ///< raw bits
};

/// dst[i] = first + i, i counting lanes over all repeats.
struct VecIndex {
    DType type;
    VecShape shape;
    VecOperand dst;
    uint64_t first;  ///< raw bits, of type `type`
};

/// Arithmetic progression built as the hardware library builds it: the first block from scalars,
/// each following block (then each following repeat) from the one before. Whole last block written.
struct VecProgression {
    DType type;
    uint32_t count;
    void* dst;
    uint64_t first, step;  ///< raw bits, of type `type`
};

/// UB -> UB copy with a mask.
struct VecCopy {
    uint32_t size;  ///< bytes of an element
    VecShape shape;
    VecOperand dst, src;
};

/// Each repeat: 8 source elements become 8 blocks, each filled with one of them.
struct VecBrcb {
    uint32_t size;  ///< bytes of an element
    uint32_t repeat;
    VecOperand dst;
    const void* src;
};

/// Row-major broadcast of up to 8 axes; a source extent is 1 or equal to the destination's.
struct VecBroadcast {
    uint32_t size;  ///< bytes of an element
    uint32_t rank;
    uint32_t dst_dims[8];
    uint32_t src_dims[8];
    void* dst;
    const void* src;
};

/// Rows padded on the right (or cut): dst rows of dst_cols from src rows of src_cols, of which
/// `valid` hold data; the rest becomes `value`.
struct VecPad {
    uint32_t size;  ///< bytes of an element
    uint32_t rows, src_cols, dst_cols;
    uint32_t left, valid;  ///< dst[left .. left + valid) = src[0 .. valid)
    void* dst;
    const void* src;
    uint64_t value;  ///< raw bits
};

/// How a padding continues the elements of a block beyond one of its ends.
enum class PadMode : uint8_t {
    kRepeat,   ///< its outermost element again and again
    kMirror,   ///< the elements in reverse order
    kReflect,  ///< the same without the outermost element; 0 where nothing is left
};

/// Every block of dst becomes the padding that lies before (or after) the same block of src.
struct VecPadBlocks {
    uint32_t size;  ///< bytes of an element: 2 or 4
    PadMode mode;
    bool is_after;
    VecShape shape;  ///< which elements of dst are written; src is always read
    VecOperand dst, src;
};

}  // namespace AscendC::isa
