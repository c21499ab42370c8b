#include "aicore/exec/rows.h"
#include "aicore/instruction_executor.h"
#include "isa/vec_norm.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

struct Moments {
    double mean, variance;
};

double SquaresAround(const float* values, size_t n, double mean) {
    return SumTerms(values, values, n, [mean](auto x, auto) { return (x - mean) * (x - mean); });
}

Moments MomentsOf(const float* values, size_t n) {
    const double count = static_cast<double>(n);
    const double mean = SumOf(values, n) / count;
    return {mean, SquaresAround(values, n, mean) / count};
}

double Rstd(double variance, float epsilon) {
    return 1.0 / __builtin_sqrt(variance + static_cast<double>(epsilon));
}

/// values = (values - mean) * rstd
void Normalise(float* values, size_t n, double mean, double rstd) {
    AICORE_IVDEP
    for (size_t i = 0; i < n; ++i) {
        values[i] = static_cast<float>((values[i] - mean) * rstd);
    }
}

Moments MomentsOfRow(const VecNorm& r, size_t row, const float* values) {
    switch (r.moments) {
        case NormMoments::kOfRow:
            return MomentsOf(values, r.at.valid);
        case NormMoments::kRms:
            return {0.0, SquaresAround(values, r.at.valid, 0.0) / r.at.valid};
        default:
            return {LoadOne(r.stat_type, r.mean, row), LoadOne(r.stat_type, r.variance, row)};
    }
}

/// One row, in `values`; `other` is scratch memory of the same length.
void NormRow(const VecNorm& r, size_t row, float* values, float* other, const float* gamma,
             const float* beta) {
    const size_t start = row * r.at.pitch;
    const size_t n = r.at.valid;
    LoadFloats(r.type, values, r.src, start, n);
    if (r.residual != nullptr) {
        LoadFloats(r.type, other, r.residual, start, n);
        AICORE_IVDEP
        for (size_t i = 0; i < n; ++i) {
            values[i] = values[i] * r.alpha + other[i];
        }
    }
    const Moments moments = MomentsOfRow(r, row, values);
    const double rstd = Rstd(moments.variance, r.epsilon);
    AICORE_IVDEP
    for (size_t i = 0; i < n; ++i) {
        const float unit = static_cast<float>((values[i] - moments.mean) * rstd);
        values[i] = unit * gamma[i] + beta[i];
    }
    StoreFloats(r.type, r.dst, start, values, n);
    if (r.moments == NormMoments::kOfRow) {
        StoreOne(r.stat_type, r.mean, row, static_cast<float>(moments.mean));
        StoreOne(r.stat_type, r.variance, row, static_cast<float>(moments.variance));
    }
    StoreOne(r.stat_type, r.rstd, row, static_cast<float>(rstd));
}

void RunNorm(const VecNorm* record) {
    const VecNorm& r = *record;
    const size_t n = r.at.valid;
    const Row values(n), gamma(n), beta(n), other(r.residual != nullptr ? n : 0);
    LoadParameters(r.gamma_type, gamma.data(), r.gamma, n, 1.0F);
    LoadParameters(r.gamma_type, beta.data(), r.beta, n, 0.0F);
    for (size_t row = 0; row < r.at.count; ++row) {
        NormRow(r, row, values.data(), other.data(), gamma.data(), beta.data());
    }
}

void RunGroupNorm(const VecGroupNorm* record) {
    const VecGroupNorm& r = *record;
    const size_t pixels = r.at.valid;
    const Row values(r.channels * pixels);
    for (size_t group = 0; group < size_t{r.images} * r.groups; ++group) {
        const size_t first = group * r.channels;
        for (size_t c = 0; c < r.channels; ++c) {
            LoadFloats(r.type, values.data() + c * pixels, r.src, (first + c) * r.at.pitch, pixels);
        }
        const Moments moments = MomentsOf(values.data(), r.channels * pixels);
        Normalise(values.data(), r.channels * pixels, moments.mean,
                  Rstd(moments.variance, r.epsilon));
        for (size_t c = 0; c < r.channels; ++c) {
            const size_t channel = group % r.groups * r.channels + c;
            const float gamma = LoadOne(r.type, r.gamma, channel);
            const float beta = LoadOne(r.type, r.beta, channel);
            float* const run = values.data() + c * pixels;
            for (size_t i = 0; i < pixels; ++i) {
                run[i] = run[i] * gamma + beta;
            }
            StoreFloats(r.type, r.dst, (first + c) * r.at.pitch, run, pixels);
        }
        StoreOne(r.type, r.mean, group, static_cast<float>(moments.mean));
        StoreOne(r.type, r.variance, group, static_cast<float>(moments.variance));
    }
}

/// to[i] = sum over the rows of a row's values (times those of `other`), in double; `term` sees the
/// column's number too.
template <typename Term>
void SumColumns(const NormRows& at, DType type, const void* src, const void* other, float* to,
                const Term& term) {
    const Scratch<double> sums(at.valid);
    const Row a(at.valid), b(at.valid);
    double* const sum = sums.data();
    for (size_t i = 0; i < at.valid; ++i) {
        sum[i] = 0.0;
    }
    for (size_t row = 0; row < at.count; ++row) {
        LoadFloats(type, a.data(), src, row * at.pitch, at.valid);
        LoadFloats(type, b.data(), other, row * at.pitch, at.valid);
        AICORE_IVDEP
        for (size_t i = 0; i < at.valid; ++i) {
            sum[i] += term(i, a.data()[i], b.data()[i]);
        }
    }
    for (size_t i = 0; i < at.valid; ++i) {
        to[i] = static_cast<float>(sum[i]);
    }
}

void RunBatchNorm(const VecBatchNorm* record) {
    const VecBatchNorm& r = *record;
    const size_t n = r.at.valid;
    const Row values(n), means(n), variances(n), rstds(n);
    const float* const mean = means.data();
    float* const rstd = rstds.data();
    const double weight = 1.0 / r.at.count;
    SumColumns(r.at, r.type, r.src, nullptr, means.data(),
               [weight](size_t, double x, double) { return x * weight; });
    SumColumns(r.at, r.type, r.src, nullptr, variances.data(),
               [weight, mean](size_t i, double x, double) {
                   return (x - mean[i]) * (x - mean[i]) * weight;
               });
    for (size_t i = 0; i < n; ++i) {
        rstd[i] = static_cast<float>(Rstd(variances.data()[i], r.epsilon));
    }
    for (size_t row = 0; row < r.at.count; ++row) {
        const float gamma = LoadOne(r.type, r.gamma, row);
        const float beta = LoadOne(r.type, r.beta, row);
        LoadFloats(r.type, values.data(), r.src, row * r.at.pitch, n);
        float* const value = values.data();
        AICORE_IVDEP
        for (size_t i = 0; i < n; ++i) {
            value[i] = (value[i] - mean[i]) * rstd[i] * gamma + beta;
        }
        StoreFloats(r.type, r.dst, row * r.at.pitch, value, n);
    }
    StoreFloats(r.type, r.mean, 0, mean, n);
    StoreFloats(r.type, r.variance, 0, variances.data(), n);
}

void RunNormGrad(const VecNormGrad* record) {
    const VecNormGrad& r = *record;
    const size_t n = r.at.valid;
    const Row gamma(n), grads(n), xs(n);
    float* const grad = grads.data();
    float* const x = xs.data();
    LoadParameters(r.type, gamma.data(), r.gamma, n, 1.0F);
    const double weight = 1.0 / static_cast<double>(n);
    for (size_t row = 0; row < r.at.count; ++row) {
        const size_t start = row * r.at.pitch;
        LoadFloats(r.type, grad, r.dy, start, n);
        LoadFloats(r.type, x, r.x, start, n);
        const float mean = LoadOne(r.type, r.mean, row);
        const double rstd = Rstd(LoadOne(r.type, r.variance, row), r.epsilon);
        for (size_t i = 0; i < n; ++i) {
            grad[i] *= gamma.data()[i];
            x[i] -= mean;
        }
        const double pd_var =
            -0.5 * rstd * rstd * rstd * SumTerms(grad, x, n, [](auto g, auto d) { return g * d; });
        const double pd_mean = -rstd * SumOf(grad, n) - 2.0 * weight * pd_var * SumOf(x, n);
        for (size_t i = 0; i < n; ++i) {
            grad[i] = static_cast<float>(grad[i] * rstd + pd_var * 2.0 * weight * x[i] +
                                         pd_mean * weight);
            x[i] = static_cast<float>(x[i] * rstd);
        }
        StoreFloats(r.type, r.dx, start, grad, n);
        StoreFloats(r.type, r.normalised, start, x, n);
    }
}

void RunNormGradBeta(const VecNormGradBeta* record) {
    const VecNormGradBeta& r = *record;
    const Row gamma(r.at.valid), beta(r.at.valid);
    SumColumns(r.at, r.type, r.normalised, r.dy, gamma.data(),
               [](size_t, double a, double b) { return a * b; });
    SumColumns(r.at, r.type, r.dy, nullptr, beta.data(),
               [](size_t, double a, double) { return a; });
    StoreFloats(r.type, r.gamma, 0, gamma.data(), r.at.valid);
    StoreFloats(r.type, r.beta, 0, beta.data(), r.at.valid);
}

void RunWelfordUpdate(const VecWelfordUpdate* record) {
    const VecWelfordUpdate& r = *record;
    const Row values(r.valid);
    LoadFloats(r.type, values.data(), r.x, 0, r.valid);
    for (size_t i = 0; i < r.valid; ++i) {
        const float distance = values.data()[i] - r.in_mean[i];
        const float mean = r.in_mean[i] + distance * r.weight;
        r.m[i] = r.in_m[i] + distance * (values.data()[i] - mean);
        r.mean[i] = mean;
    }
    if (r.keep && r.valid < r.length) {
        const size_t rest = (r.length - r.valid) * sizeof(float);
        std::memmove(r.mean + r.valid, r.in_mean + r.valid, rest);
        std::memmove(r.m + r.valid, r.in_m + r.valid, rest);
    }
}

void RunWelfordFinalize(const VecWelfordFinalize* record) {
    const VecWelfordFinalize& r = *record;
    const Row counts(r.length);
    float* const count = counts.data();
    for (size_t i = 0; i < r.length; ++i) {
        count[i] = r.counts != nullptr ? static_cast<float>(r.counts[i])
                                       : (i < r.head_length ? r.head : r.tail);
    }
    const double sum =
        r.weighted ? SumTerms(r.in_mean, count, r.length, [](auto x, auto n) { return x * n; })
                   : SumOf(r.in_mean, r.length);
    const double mean = sum * static_cast<double>(r.mean_scale);
    const double between = SumTerms(r.in_mean, count, r.length,
                                    [mean](auto x, auto n) { return (x - mean) * (x - mean) * n; });
    *r.variance = static_cast<float>((SumOf(r.in_m, r.length) + between) *
                                     static_cast<double>(r.variance_scale));
    *r.mean = static_cast<float>(mean);
}

}  // namespace

AICORE_EXECUTOR(aicore_vec_norm, VecNorm, RunNorm)
AICORE_EXECUTOR(aicore_vec_group_norm, VecGroupNorm, RunGroupNorm)
AICORE_EXECUTOR(aicore_vec_batch_norm, VecBatchNorm, RunBatchNorm)
AICORE_EXECUTOR(aicore_vec_norm_grad, VecNormGrad, RunNormGrad)
AICORE_EXECUTOR(aicore_vec_norm_grad_beta, VecNormGradBeta, RunNormGradBeta)
AICORE_EXECUTOR(aicore_vec_welford_update, VecWelfordUpdate, RunWelfordUpdate)
AICORE_EXECUTOR(aicore_vec_welford_finalize, VecWelfordFinalize, RunWelfordFinalize)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
