// Quantisation and its inverse.
#pragma once

#include "isa/vec_shape.h"

namespace AscendC::isa {

/// A scale or offset: a tensor that repeats every `count` elements, or with 0 the scalar.
struct QuantFactor {
    const void* values;
    uint32_t count;
    float scalar;
};

/// dst = int8(rint(src * scale + offset)), each step rounded to half. Tensors have src's type.
struct VecQuant {
    DType type;
    uint32_t count;
    QuantFactor scale, offset;
    int8_t* dst;
    const void* src;
};

/// dst[r][c] = src[r][c] * scale[c], in float, for `count` elements in rows of `valid`.
struct VecDequant {
    DType type, scale_type;
    uint32_t count;
    uint32_t valid;                 ///< elements of a row that count
    uint32_t src_pitch, dst_pitch;  ///< elements from one row to the next
    bool per_column;                ///< else `scale` for all
    uint64_t scale;                 ///< raw bits, of type scale_type
    void* dst;
    const int32_t* src;
    const void* scales;
};

/// dst = (src + offset) * scale; src has `k` rows (columns if transposed) of `n` channels.
struct VecAntiQuant {
    DType src_type, dst_type;
    bool transposed;  ///< channels are the rows
    bool has_offset;
    bool per_channel;  ///< else scalars
    uint32_t k, n;
    uint32_t scale_groups, offset_groups;  ///< equal parts of k with separate values
    uint64_t scale, offset;                ///< raw bits, of type dst_type
    void* dst;
    const void* src;
    const void* scales;
    const void* offsets;
};

}  // namespace AscendC::isa
