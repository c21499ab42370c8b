// Data movement instructions.
#pragma once

#include "isa/core.h"

namespace AscendC::isa {

/// What happens to the bytes on their way.
enum class MoveOp : uint8_t {
    kCopy,   ///< nothing
    kPad,    ///< global -> local: rows are padded to 32-byte blocks
    kWiden,  ///< half -> float (L1 -> bias table)
    kFill,   ///< no source: `value` is repeated
};

/// `count` rows of `bytes` bytes; row i starts at src + i * src_pitch and goes to dst + i *
/// dst_pitch.
struct MoveRecord {
    MoveOp op;
    DType dtype;
    Hardware src_memory;
    Hardware dst_memory;
    uint8_t* dst;
    const uint8_t* src;
    uint32_t count;       ///< rows
    uint64_t bytes;       ///< per row, at the source
    int64_t src_pitch;    ///< bytes
    int64_t dst_pitch;    ///< bytes
    uint64_t value;       ///< raw bits of padding or fill
    uint16_t left;        ///< kPad: bytes of padding in front
    uint16_t right;       ///< kPad: bytes of padding after
    bool pad_with_value;  ///< kPad: all padding is `value`; else the row's first element or the pad
                          ///< register
    uint8_t element;      ///< bytes per element
};

enum class LayoutOp : uint8_t {
    kNdToNz,  ///< rows -> column groups of one 32-byte block per row
    kNzToNd,  ///< column groups of 16 elements per row -> rows
};

/// Changes between row-major (ND) and fractal (NZ) layout of `matrices` matrices of `rows` x
/// `columns`.
struct LayoutRecord {
    LayoutOp op;
    DType dtype;
    Hardware src_memory;
    Hardware dst_memory;
    uint8_t* dst;
    const uint8_t* src;
    uint32_t matrices;
    uint32_t rows;
    uint64_t row_bytes;     ///< of the ND side
    uint32_t group_bytes;   ///< bytes of one row in a column group of the NZ side
    uint64_t nd_row_pitch;  ///< all pitches in bytes
    uint64_t nd_matrix_pitch;
    uint64_t nz_row_pitch;
    uint64_t nz_group_pitch;
    uint64_t nz_matrix_pitch;
};

/// dst[i] = dst[i] op src[i]; the part of a store to global memory that must be atomic.
struct AccumulateRecord {
    AtomicOp op;
    DType dtype;
    uint8_t* dst;
    const uint8_t* src;
    uint64_t bytes;
};

}  // namespace AscendC::isa

extern "C" {
void aicore_accumulate(const AscendC::isa::AccumulateRecord* record);
}
