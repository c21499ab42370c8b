// The softmax family, on rows.
#pragma once

#include "isa/vec_shape.h"

namespace AscendC::isa {

/// `count` rows, `pitch` elements from one to the next, of which `valid` count.
struct SoftmaxRows {
    uint32_t count, pitch, valid;
    bool nz;  ///< fractal layout: groups of 16 columns, each `count` rows long
};

/// What a softmax writes.
enum class SoftmaxKind : uint8_t {
    kNormal,  ///< e^(x - max) / sum; also writes max and sum
    kSimple,  ///< the same with max and sum given
    kLog,     ///< log10 of the same
    kFlash,   ///< e^(x - M) / sum with M = max(max before, row's max); sums carried on, dst divided
    kFlashV2,  ///< as kFlash, dst not divided
    kFlashV3,  ///< as kFlashV2 on rows whose parts were moved towards the row's mean (PASA)
};

/// Softmax over rows. Each row's statistics fill one 32-byte block of `stat_type`, or with
/// `single` are one element.
struct VecSoftmax {
    SoftmaxKind kind;
    bool update;  ///< kFlash*: there is a state of earlier columns
    bool single;
    DType type, stat_type;
    SoftmaxRows at;
    void* dst;
    const void* src;
    void* sum;  ///< null: not stored
    void* max;
    void* exp_max;  ///< kFlash*: what results of earlier columns are to be multiplied by, in `type`
    const void* in_sum;
    const void* in_max;
    void* mean;  ///< kFlashV3
    const void* in_mean;
    float shift_scale;  ///< kFlashV3: alpha / (1 - alpha)
    uint32_t loops;     ///< kFlashV3: how many blocks of columns there were, with this one
    void* row_max;      ///< kFlashV2 with `update`: the maximum of these columns; null: not stored
};

/// front = row's sum of grad * src (one block per row); dst = (grad - front) * src unless
/// `front_only`.
struct VecSoftmaxGrad {
    DType type;
    bool front_only;
    SoftmaxRows at;
    void* dst;
    const void* grad;
    const void* src;
};

/// Rows whose maximum has the bits `from` become `to`; `has_match` becomes true if there is one.
struct VecSoftmaxAdjust {
    DType type, max_type;
    bool single;  ///< one maximum per row, else one block
    SoftmaxRows at;
    void* dst;
    const void* max;
    uint32_t from;
    float to;
    bool* has_match;
};

}  // namespace AscendC::isa
