// Normalisation, its gradients, and running means and variances.
#pragma once

#include "isa/vec_shape.h"

namespace AscendC::isa {

/// `count` rows, `pitch` elements from one to the next, of which `valid` count.
struct NormRows {
    uint32_t count, pitch, valid;
};

/// Where a normalisation has its mean and variance from.
enum class NormMoments : uint8_t {
    kOfRow,     ///< computed
    kRms,       ///< 0 and the mean of the squares
    kOperands,  ///< read from `mean` and `variance`
};

/// Row by row: x = alpha * src + residual; dst = (x - mean) / sqrt(variance + epsilon) * gamma +
/// beta. Sums are formed in double, the rest in float.
struct VecNorm {
    NormMoments moments;
    DType type, gamma_type, stat_type;
    NormRows at;
    float epsilon;
    float alpha;           ///< used with a residual only
    const void* residual;  ///< null: x = src
    void* dst;
    const void* src;
    const void* gamma;  ///< per column; null: 1
    const void* beta;   ///< null: 0
    void* mean;         ///< one value per row; null: not stored
    void* variance;     ///< the same
    void* rstd;         ///< 1 / sqrt(variance + epsilon), the same
};

/// Groups of `channels` neighbouring channels, each of `at.valid` pixels, normalised by the mean
/// and variance of the group. gamma and beta have one value per channel of all `groups`.
struct VecGroupNorm {
    DType type;
    uint32_t images, groups, channels;
    NormRows at;  ///< of one channel; `count` is not used
    float epsilon;
    void* dst;
    const void* src;
    const void* gamma;
    const void* beta;
    void* mean;      ///< one value per image and group
    void* variance;  ///< the same
};

/// Column by column over the rows (the batches); gamma and beta have one value per row.
struct VecBatchNorm {
    DType type;
    NormRows at;
    float epsilon;
    void* dst;
    const void* src;
    const void* gamma;
    const void* beta;
    void* mean;      ///< one value per column
    void* variance;  ///< the same
};

/// Gradient of a layer norm with respect to x, and (x - mean) / sqrt(variance + epsilon).
struct VecNormGrad {
    DType type;
    NormRows at;
    float epsilon;
    void* dx;
    void* normalised;
    const void* dy;
    const void* x;
    const void* variance;  ///< one value per row
    const void* mean;      ///< the same
    const void* gamma;     ///< one value per column
};

/// Sums over the rows: gamma = sum of normalised * dy, beta = sum of dy.
struct VecNormGradBeta {
    DType type;
    NormRows at;
    void* gamma;
    void* beta;
    const void* normalised;
    const void* dy;
};

/// Takes one more value per place into running means and sums of squared distances:
/// mean' = mean + (x - mean) * weight, m' = m + (x - mean) * (x - mean').
struct VecWelfordUpdate {
    DType type;       ///< of x
    uint32_t length;  ///< places
    uint32_t valid;   ///< places that get a value
    bool keep;        ///< the others are copied; else they are not written
    float weight;
    float* mean;
    float* m;
    const float* in_mean;
    const float* in_m;
    const void* x;
};

/// One mean and variance from those of `length` places: mean = sum of weight * mean[i], variance =
/// sum of (m[i] + count * (mean[i] - mean)^2) * scale. A place's count comes from `counts`, else it
/// is `head` for the first `head_length` places and `tail` for the others.
struct VecWelfordFinalize {
    uint32_t length, head_length;
    float head, tail;
    float mean_scale;  ///< with `weighted`, a place's weight is its count times this, else this
    bool weighted;
    float variance_scale;
    float* mean;
    float* variance;
    const float* in_mean;
    const float* in_m;
    const int32_t* counts;  ///< may be null
};

}  // namespace AscendC::isa
