// Library functions on rows: softmax, normalisation, quantisation.
#pragma once

#include "isa/vec_shape.h"

namespace AscendC::isa {
struct VecSoftmax;
struct VecSoftmaxGrad;
struct VecNorm;
struct VecQuant;
struct VecDequant;
struct VecAntiQuant;
}  // namespace AscendC::isa

extern "C" {
void aicore_vec_softmax(const AscendC::isa::VecSoftmax* record);
void aicore_vec_softmax_grad(const AscendC::isa::VecSoftmaxGrad* record);
void aicore_vec_norm(const AscendC::isa::VecNorm* record);
void aicore_vec_quant(const AscendC::isa::VecQuant* record);
void aicore_vec_dequant(const AscendC::isa::VecDequant* record);
void aicore_vec_antiquant(const AscendC::isa::VecAntiQuant* record);
}

namespace AscendC::isa {

/// What a softmax writes.
enum class SoftmaxKind : uint8_t {
    kNormal,  ///< e^(x - max) / sum; also writes max and sum
    kGiven,   ///< the same with max and sum given
    kFlash,   ///< e^(x - M) / sum with M = max(max before, row's max); sums carried on, dst divided
    kFlashV2,  ///< as kFlash, dst not divided
    kLog,      ///< x - max - ln(sum)
};

/// Softmax over rows. Each row's maximum and sum fill one 32-byte block of `stat_type`.
struct VecSoftmax {
    SoftmaxKind kind;
    bool update;  ///< kFlash*: there is a state of earlier columns
    bool nz;      ///< operands in fractal layout: column groups of 16 elements, each `rows` long
    DType type, stat_type;
    uint32_t rows, cols;  ///< `cols` elements from row to row (ND)
    uint32_t valid;       ///< elements of a row that count
    void* dst;
    const void* src;
    void* sum;  ///< null: not kept
    void* max;
    void* exp_max;  ///< kFlash*: e^(max before - M), in `type`
    const void* in_sum;
    const void* in_max;

    ASCENDC_ALWAYS_INLINE static void Execute(const VecSoftmax& record) {
        aicore_vec_softmax(&record);
    }
};

/// front = row's sum of grad * src (one block per row); dst = (grad - front) * src unless
/// `front_only`.
struct VecSoftmaxGrad {
    DType type;
    bool front_only;
    uint32_t rows, cols, valid;
    void* dst;
    const void* grad;
    const void* src;

    ASCENDC_ALWAYS_INLINE static void Execute(const VecSoftmaxGrad& record) {
        aicore_vec_softmax_grad(&record);
    }
};

/// Normalisation of rows by mean and variance, or by the root of the mean square (`rms`).
struct VecNorm {
    DType type, gamma_type, stat_type;
    bool rms;
    bool write_rstd;  ///< `variance` receives 1 / sqrt(variance + epsilon)
    uint32_t rows, cols, valid;
    float epsilon;
    void* dst;
    void* mean;      ///< one value per row; null: not kept
    void* variance;  ///< one value per row; null: not kept
    const void* src;
    const void* gamma;  ///< null: 1
    const void* beta;   ///< null: 0

    ASCENDC_ALWAYS_INLINE static void Execute(const VecNorm& record) { aicore_vec_norm(&record); }
};

/// dst = int8(rint(src * scale + offset)), computed in half. Tensors of scales repeat every
/// `scale_count`.
struct VecQuant {
    DType type;
    uint32_t count;
    uint32_t scale_count;   ///< 0: `scale` is the scalar
    uint32_t offset_count;  ///< 0: `offset` is the scalar
    float scale, offset;
    int8_t* dst;
    const void* src;
    const void* scales;
    const void* offsets;

    ASCENDC_ALWAYS_INLINE static void Execute(const VecQuant& record) { aicore_vec_quant(&record); }
};

/// dst[r][c] = src[r][c] * scale[c], in float.
struct VecDequant {
    DType type, scale_type;
    uint32_t rows, cols, valid;
    uint32_t dst_pitch;  ///< elements from one row of dst to the next
    bool per_column;     ///< else `scale` for all
    uint64_t scale;      ///< raw bits, of type scale_type
    void* dst;
    const int32_t* src;
    const void* scales;

    ASCENDC_ALWAYS_INLINE static void Execute(const VecDequant& record) {
        aicore_vec_dequant(&record);
    }
};

/// dst = (src + offset) * scale; src of `k` rows (columns if transposed) of `n` channels.
struct VecAntiQuant {
    DType src_type, dst_type;
    bool transposed;  ///< channels are the rows
    bool has_offset;
    bool per_channel;  ///< else scalars
    uint32_t k, n;
    uint64_t scale, offset;  ///< raw bits, of type dst_type
    void* dst;
    const void* src;
    const void* scales;
    const void* offsets;

    ASCENDC_ALWAYS_INLINE static void Execute(const VecAntiQuant& record) {
        aicore_vec_antiquant(&record);
    }
};

}  // namespace AscendC::isa
