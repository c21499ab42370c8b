// Instructions that fill, copy or spread values.
#pragma once

#include "isa/vec_shape.h"

namespace AscendC::isa {
struct VecDuplicate;
struct VecIndex;
struct VecProgression;
struct VecCopy;
struct VecBrcb;
struct VecBroadcast;
struct VecPad;
struct VecPadBlocks;
}  // namespace AscendC::isa

extern "C" {
void aicore_vec_duplicate(const AscendC::isa::VecDuplicate* record);
void aicore_vec_index(const AscendC::isa::VecIndex* record);
void aicore_vec_progression(const AscendC::isa::VecProgression* record);
void aicore_vec_copy(const AscendC::isa::VecCopy* record);
void aicore_vec_brcb(const AscendC::isa::VecBrcb* record);
void aicore_vec_broadcast(const AscendC::isa::VecBroadcast* record);
void aicore_vec_pad(const AscendC::isa::VecPad* record);
void aicore_vec_pad_blocks(const AscendC::isa::VecPadBlocks* record);
}

namespace AscendC::isa {

/// dst = scalar.
struct VecDuplicate {
    uint32_t size;  ///< bytes of an element
    VecShape shape;
    VecOperand dst;
    uint64_t scalar;  ///< raw bits

    ASCENDC_ALWAYS_INLINE static void Execute(const VecDuplicate& record) {
        aicore_vec_duplicate(&record);
    }
};

/// dst[i] = first + i, i counting lanes over all repeats.
struct VecIndex {
    DType type;
    VecShape shape;
    VecOperand dst;
    uint64_t first;  ///< raw bits, of type `type`

    ASCENDC_ALWAYS_INLINE static void Execute(const VecIndex& record) { aicore_vec_index(&record); }
};

/// Arithmetic progression built as the hardware library builds it: the first block from scalars,
/// each following block (then each following repeat) from the one before. Whole last block written.
struct VecProgression {
    DType type;
    uint32_t count;
    void* dst;
    uint64_t first, step;  ///< raw bits, of type `type`

    ASCENDC_ALWAYS_INLINE static void Execute(const VecProgression& record) {
        aicore_vec_progression(&record);
    }
};

/// UB -> UB copy with a mask.
struct VecCopy {
    uint32_t size;  ///< bytes of an element
    VecShape shape;
    VecOperand dst, src;

    ASCENDC_ALWAYS_INLINE static void Execute(const VecCopy& record) { aicore_vec_copy(&record); }
};

/// Each repeat: 8 source elements become 8 blocks, each filled with one of them.
struct VecBrcb {
    uint32_t size;  ///< bytes of an element
    uint32_t repeat;
    VecOperand dst;
    const void* src;

    ASCENDC_ALWAYS_INLINE static void Execute(const VecBrcb& record) { aicore_vec_brcb(&record); }
};

/// Row-major broadcast of up to 8 axes; a source extent is 1 or equal to the destination's.
struct VecBroadcast {
    uint32_t size;  ///< bytes of an element
    uint32_t rank;
    uint32_t dst_dims[8];
    uint32_t src_dims[8];
    void* dst;
    const void* src;

    ASCENDC_ALWAYS_INLINE static void Execute(const VecBroadcast& record) {
        aicore_vec_broadcast(&record);
    }
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

    ASCENDC_ALWAYS_INLINE static void Execute(const VecPad& record) { aicore_vec_pad(&record); }
};

/// How a padding continues the elements of a block beyond one of its ends.
enum class PadMode : uint8_t {
    kRepeat,   ///< its outermost element again and again
    kMirror,   ///< the elements in reverse order
    kReflect,  ///< the same without the outermost element; 0 where nothing is left
};

/// Every block of dst becomes the padding that lies before (or behind) the same block of src.
struct VecPadBlocks {
    uint32_t size;  ///< bytes of an element: 2 or 4
    PadMode mode;
    bool behind;
    VecShape shape;  ///< which elements of dst are written; src is always read
    VecOperand dst, src;

    ASCENDC_ALWAYS_INLINE static void Execute(const VecPadBlocks& record) {
        aicore_vec_pad_blocks(&record);
    }
};

}  // namespace AscendC::isa
