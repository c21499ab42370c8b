// Normalisation.
//
// Each function exists with and without a temporary buffer, which is reported to observers and not
// used here.
#pragma once

#include "detail/library/scratch.h"
#include "detail/library/welford.h"
#include "detail/vector/mask.h"
#include "isa/vec_norm.h"
#include "kernel_tiling/kernel_tiling.h"
#include "kernel_tiling/tiling_enums.h"

namespace AscendC {
namespace isa {

/// The rows of a [b, s, h] tiling.
template <typename Tiling>
ASCENDC_ALWAYS_INLINE NormRows RowsOf(const Tiling& tiling) {
    return {tiling.bLength * tiling.sLength, tiling.hLength, tiling.originalHLength};
}

/// Bytes of the temporary that a tiling lays out, which is at most what its maker was promised.
inline uint64_t SplitScratch(uint64_t floats, uint64_t promised) {
    return sizeof(float) * (floats < promised ? floats : promised);
}
template <typename Tiling>
inline uint64_t RowScratch(const Tiling& tiling) {
    return SplitScratch(uint64_t{tiling.numberOfTmpBuf} * tiling.oneTmpSize +
                            2 * uint64_t{tiling.varianceTmpTensorSize},
                        tiling.tmpBufSize);
}

ASCENDC_ALWAYS_INLINE void IssueNorm(const VecNorm& record) {
    TakeCount(0);
    Issue(record);
}

/// A norm whose tensors all have type T.
template <typename T>
ASCENDC_ALWAYS_INLINE VecNorm NormRecord(NormMoments moments, const NormRows& rows, T epsilon,
                                         const LocalTensor<T>& dst, const LocalTensor<T>& src,
                                         const LocalTensor<T>& gamma) {
    VecNorm record = {};
    record.moments = moments;
    record.type = record.gamma_type = record.stat_type = DTypeOf<T>;
    record.at = rows;
    record.epsilon = static_cast<float>(epsilon);
    record.dst = dst.Data();
    record.src = src.Data();
    record.gamma = gamma.Data();
    return record;
}

}  // namespace isa

/// (x - mean) / sqrt(variance + epsilon) * gamma + beta over the last axis of [b, s, h].
template <typename T, bool isReuseSource = false>
__aicore__ inline void LayerNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
                                 const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
                                 const LocalTensor<T>& gamma, const LocalTensor<T>& beta,
                                 const LocalTensor<uint8_t>& sharedTmpBuffer, const T epsilon,
                                 LayerNormTiling& tiling) {
    isa::RequireTypeOf<isa::LibraryApi::kLayerNorm, T>();
    isa::NoteScratch("LayerNorm", sharedTmpBuffer, isa::RowScratch(tiling));
    isa::VecNorm record = isa::NormRecord<T>(isa::NormMoments::kOfRow, isa::RowsOf(tiling), epsilon,
                                             output, inputX, gamma);
    record.beta = beta.Data();
    record.mean = outputMean.Data();
    record.variance = outputVariance.Data();
    isa::IssueNorm(record);
}
template <typename T, bool isReuseSource = false>
__aicore__ inline void LayerNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
                                 const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
                                 const LocalTensor<T>& gamma, const LocalTensor<T>& beta,
                                 const T epsilon, LayerNormTiling& tiling) {
    LayerNorm<T>(output, outputMean, outputVariance, inputX, gamma, beta, LocalTensor<uint8_t>(),
                 epsilon, tiling);
}

struct LayerNormConfig {
    bool isNoBeta = false;
    bool isNoGamma = false;
    bool isOnlyOutput = false;
    bool isOutputRstd = true;  ///< else the variance
};
__aicore__ constexpr LayerNormConfig GetLayerNormNormalConfig() {
    return {false, false, false, true};
}
constexpr LayerNormConfig LNCFG_NORM = GetLayerNormNormalConfig();

/// aLength rows of rLengthWithPadding elements, the first rLength of which count.
struct LayerNormPara {
    uint32_t aLength;
    uint32_t rLength;
    uint32_t rLengthWithPadding;
};
struct NormalizePara {
    uint32_t aLength;
    uint32_t rLength;
    uint32_t rLengthWithPadding;
};

struct NormalizeConfig {
    ReducePattern reducePattern = ReducePattern::AR;
    int32_t aLength = -1;
    bool isNoBeta = false;
    bool isNoGamma = false;
    bool isOnlyOutput = false;
};
__aicore__ constexpr NormalizeConfig GetNormalizeConfig(bool isNoBeta, bool isNoGamma) {
    return {ReducePattern::AR, -1, isNoBeta, isNoGamma, false};
}
constexpr NormalizeConfig NLCFG_NORM = GetNormalizeConfig(false, false);
constexpr NormalizeConfig NLCFG_NOBETA = GetNormalizeConfig(true, false);
constexpr NormalizeConfig NLCFG_NOGAMMA = GetNormalizeConfig(false, true);
constexpr NormalizeConfig NLCFG_NOOPT = GetNormalizeConfig(true, true);

namespace isa {

/// A norm of [a, r] with statistics in float; `config` says which operands there are.
template <typename U, typename T, typename Config, typename Para>
ASCENDC_ALWAYS_INLINE VecNorm SeparateNormRecord(NormMoments moments, const Config& config,
                                                 const Para& para, float epsilon,
                                                 const LocalTensor<T>& dst,
                                                 const LocalTensor<T>& src,
                                                 const LocalTensor<U>& gamma,
                                                 const LocalTensor<U>& beta) {
    VecNorm record = {};
    record.moments = moments;
    record.type = DTypeOf<T>;
    record.gamma_type = DTypeOf<U>;
    record.stat_type = DType::kF32;
    record.at = {para.aLength, para.rLengthWithPadding, para.rLength};
    record.epsilon = epsilon;
    record.dst = dst.Data();
    record.src = src.Data();
    record.gamma = config.isNoGamma ? nullptr : gamma.Data();
    record.beta = config.isNoBeta ? nullptr : beta.Data();
    return record;
}

}  // namespace isa

/// The same over rows, giving 1 / sqrt(variance + epsilon) in place of the variance.
template <typename U, typename T, bool isReuseSource = false,
          const LayerNormConfig& config = LNCFG_NORM>
__aicore__ inline void LayerNorm(const LocalTensor<T>& output, const LocalTensor<float>& outputMean,
                                 const LocalTensor<float>& outputRstd, const LocalTensor<T>& inputX,
                                 const LocalTensor<U>& gamma, const LocalTensor<U>& beta,
                                 const float epsilon, const LocalTensor<uint8_t>& sharedTmpBuffer,
                                 const LayerNormPara& para, const LayerNormSeparateTiling& tiling) {
    isa::RequireTypeOf<isa::LibraryApi::kLayerNorm, T>();
    isa::NoteScratch("LayerNorm", sharedTmpBuffer, isa::RowScratch(tiling));
    isa::VecNorm record = isa::SeparateNormRecord<U, T>(isa::NormMoments::kOfRow, config, para,
                                                        epsilon, output, inputX, gamma, beta);
    static_assert(!config.isOnlyOutput, "LayerNorm: isOnlyOutput of LayerNormConfig must be false");
    record.mean = outputMean.Data();
    // Only the 950 gives the variance; CANN ignores the member elsewhere.
    const bool rstd = config.isOutputRstd || isa::CurrentCore().arch != 310;
    (rstd ? record.rstd : record.variance) = outputRstd.Data();
    isa::IssueNorm(record);
}
template <typename U, typename T, bool isReuseSource = false,
          const LayerNormConfig& config = LNCFG_NORM>
__aicore__ inline void LayerNorm(const LocalTensor<T>& output, const LocalTensor<float>& outputMean,
                                 const LocalTensor<float>& outputRstd, const LocalTensor<T>& inputX,
                                 const LocalTensor<U>& gamma, const LocalTensor<U>& beta,
                                 const float epsilon, const LayerNormPara& para,
                                 const LayerNormSeparateTiling& tiling) {
    LayerNorm<U, T, isReuseSource, config>(output, outputMean, outputRstd, inputX, gamma, beta,
                                           epsilon, LocalTensor<uint8_t>(), para, tiling);
}

/// The same with mean and variance given; outputRstd receives 1 / sqrt(variance + epsilon).
template <typename U, typename T, bool isReuseSource = false,
          const NormalizeConfig& config = NLCFG_NORM>
__aicore__ inline void Normalize(const LocalTensor<T>& output, const LocalTensor<float>& outputRstd,
                                 const LocalTensor<float>& inputMean,
                                 const LocalTensor<float>& inputVariance,
                                 const LocalTensor<T>& inputX, const LocalTensor<U>& gamma,
                                 const LocalTensor<U>& beta, const float epsilon,
                                 const NormalizePara& para) {
    static_assert(config.reducePattern == ReducePattern::AR,
                  "Normalize works along the last axis (ReducePattern::AR)");
    static_assert(!config.isOnlyOutput && config.aLength != 1,
                  "Normalize: isOnlyOutput of NormalizeConfig must be false, aLength not 1");
    isa::RequireTypeOf<isa::LibraryApi::kNormalize, T>();
    isa::VecNorm record = isa::SeparateNormRecord<U, T>(isa::NormMoments::kOperands, config, para,
                                                        epsilon, output, inputX, gamma, beta);
    record.mean = inputMean.Data();
    record.variance = inputVariance.Data();
    record.rstd = outputRstd.Data();
    isa::IssueNorm(record);
}
template <typename U, typename T, bool isReuseSource = false,
          const NormalizeConfig& config = NLCFG_NORM>
__aicore__ inline void Normalize(const LocalTensor<T>& output, const LocalTensor<float>& outputRstd,
                                 const LocalTensor<float>& inputMean,
                                 const LocalTensor<float>& inputVariance,
                                 const LocalTensor<T>& inputX, const LocalTensor<U>& gamma,
                                 const LocalTensor<U>& beta, const LocalTensor<uint8_t>&,
                                 const float epsilon, const NormalizePara& para) {
    Normalize<U, T, isReuseSource, config>(output, outputRstd, inputMean, inputVariance, inputX,
                                           gamma, beta, epsilon, para);
}

/// x / sqrt(mean of x^2 + epsilon) * gamma over the last axis.
template <typename T, bool isBasicBlock = false>
__aicore__ inline void RmsNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                               const LocalTensor<T>& gammaLocal,
                               const LocalTensor<uint8_t>& sharedTmpBuffer, const T epsilon,
                               const RmsNormTiling& tiling) {
    isa::RequireTypeOf<isa::LibraryApi::kRmsNorm, T>();
    isa::NoteScratch("RmsNorm", sharedTmpBuffer, uint64_t{tiling.mainBshLength} * sizeof(float));
    isa::IssueNorm(isa::NormRecord<T>(isa::NormMoments::kRms, isa::RowsOf(tiling), epsilon,
                                      dstLocal, srcLocal, gammaLocal));
}
template <typename T, bool isBasicBlock = false>
__aicore__ inline void RmsNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                               const LocalTensor<T>& gammaLocal, const T epsilon,
                               const RmsNormTiling& tiling) {
    RmsNorm<T, isBasicBlock>(dstLocal, srcLocal, gammaLocal, LocalTensor<uint8_t>(), epsilon,
                             tiling);
}

/// LayerNorm of alpha * src + gx. As on the hardware, rstdLocal receives the variance.
template <typename T, bool isReuseSrc = false, bool isBasicBlock = false>
__aicore__ inline void DeepNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& meanLocal,
                                const LocalTensor<T>& rstdLocal, const LocalTensor<T>& srcLocal,
                                const LocalTensor<T>& gxLocal, const LocalTensor<T>& betaLocal,
                                const LocalTensor<T>& gammaLocal,
                                const LocalTensor<uint8_t>& sharedTmpBuffer, const T alpha,
                                const T epsilon, DeepNormTiling& tiling) {
    isa::RequireTypeOf<isa::LibraryApi::kDeepNorm, T>();
    isa::NoteScratch("DeepNorm", sharedTmpBuffer, isa::RowScratch(tiling));
    isa::VecNorm record = isa::NormRecord<T>(isa::NormMoments::kOfRow, isa::RowsOf(tiling), epsilon,
                                             dstLocal, srcLocal, gammaLocal);
    record.alpha = static_cast<float>(alpha);
    record.residual = gxLocal.Data();
    record.beta = betaLocal.Data();
    record.mean = meanLocal.Data();
    record.variance = rstdLocal.Data();
    isa::IssueNorm(record);
}
template <typename T, bool isReuseSrc = false, bool isBasicBlock = false>
__aicore__ inline void DeepNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& meanLocal,
                                const LocalTensor<T>& rstdLocal, const LocalTensor<T>& srcLocal,
                                const LocalTensor<T>& gxLocal, const LocalTensor<T>& betaLocal,
                                const LocalTensor<T>& gammaLocal, const T alpha, const T epsilon,
                                DeepNormTiling& tiling) {
    DeepNorm<T>(dstLocal, meanLocal, rstdLocal, srcLocal, gxLocal, betaLocal, gammaLocal,
                LocalTensor<uint8_t>(), alpha, epsilon, tiling);
}

/// Each of groupNum groups of channels of [n, c, h * w] by its mean and variance. Rows of h * w
/// pixels are padded to whole blocks; gamma and beta have a value per channel.
template <typename T, bool isReuseSource = false>
__aicore__ inline void GroupNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
                                 const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
                                 const LocalTensor<T>& gamma, const LocalTensor<T>& beta,
                                 const LocalTensor<uint8_t>& sharedTmpBuffer, const T epsilon,
                                 GroupNormTiling& tiling) {
    isa::RequireTypeOf<isa::LibraryApi::kGroupNorm, T>();
    isa::NoteScratch("GroupNorm", sharedTmpBuffer, isa::RowScratch(tiling));
    isa::TakeCount(0);
    isa::Issue(isa::VecGroupNorm{isa::DTypeOf<T>,
                                 tiling.n,
                                 tiling.g,
                                 tiling.d,
                                 {tiling.c, tiling.hwAlignSize, tiling.hw},
                                 static_cast<float>(epsilon),
                                 output.Data(),
                                 inputX.Data(),
                                 gamma.Data(),
                                 beta.Data(),
                                 outputMean.Data(),
                                 outputVariance.Data()});
}
template <typename T, bool isReuseSource = false>
__aicore__ inline void GroupNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
                                 const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
                                 const LocalTensor<T>& gamma, const LocalTensor<T>& beta,
                                 const T epsilon, GroupNormTiling& tiling) {
    GroupNorm<T>(output, outputMean, outputVariance, inputX, gamma, beta, LocalTensor<uint8_t>(),
                 epsilon, tiling);
}

/// Over the first axis of [b, s * h]; gamma and beta have a value per batch.
template <typename T, bool isReuseSource = false, bool isBasicBlock = false>
__aicore__ inline void BatchNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
                                 const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
                                 const LocalTensor<T>& gamm, const LocalTensor<T>& beta,
                                 const LocalTensor<uint8_t>& sharedTmpBuffer, const T epsilon,
                                 BatchNormTiling& tiling) {
    isa::RequireTypeOf<isa::LibraryApi::kBatchNorm, T>();
    isa::NoteScratch("BatchNorm", sharedTmpBuffer,
                     isa::SplitScratch(tiling.thirdTmpStartPos + uint64_t{tiling.oneTmpSize},
                                       tiling.tmpBufSize));
    isa::TakeCount(0);
    isa::Issue(isa::VecBatchNorm{isa::DTypeOf<T>,
                                 {tiling.originalBLength, tiling.meanVarSize, tiling.meanVarSize},
                                 static_cast<float>(epsilon),
                                 output.Data(),
                                 inputX.Data(),
                                 gamm.Data(),
                                 beta.Data(),
                                 outputMean.Data(),
                                 outputVariance.Data()});
}
template <typename T, bool isReuseSource = false, bool isBasicBlock = false>
__aicore__ inline void BatchNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
                                 const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
                                 const LocalTensor<T>& gamm, const LocalTensor<T>& beta,
                                 const T epsilon, BatchNormTiling& tiling) {
    BatchNorm<T>(output, outputMean, outputVariance, inputX, gamm, beta, LocalTensor<uint8_t>(),
                 epsilon, tiling);
}

struct LayerNormGradShapeInfo {
    DataFormat dataFormat = DataFormat::ND;
};

/// Gradient of LayerNorm with respect to x; resForGamma = (x - mean) / sqrt(variance + epsilon).
template <typename T, bool isReuseSource = false>
__aicore__ inline void LayerNormGrad(
    const LocalTensor<T>& outputPdX, const LocalTensor<T>& resForGamma,
    const LocalTensor<T>& inputDy, const LocalTensor<T>& inputX,
    const LocalTensor<T>& inputVariance, const LocalTensor<T>& inputMean,
    const LocalTensor<T>& inputGamma, const LocalTensor<uint8_t>& sharedTmpBuffer, T epsilon,
    LayerNormGradTiling& tiling, const LayerNormGradShapeInfo& = {}) {
    isa::RequireTypeOf<isa::LibraryApi::kLayerNormGrad, T>();
    const uint64_t laid = sizeof(T) * (uint64_t{tiling.tmpTensor2Pos} + tiling.tmpTensor2Size);
    isa::NoteScratch("LayerNormGrad", sharedTmpBuffer,
                     laid < tiling.stackBufferSize ? laid : tiling.stackBufferSize);
    isa::TakeCount(0);
    isa::Issue(isa::VecNormGrad{isa::DTypeOf<T>, isa::RowsOf(tiling), static_cast<float>(epsilon),
                                outputPdX.Data(), resForGamma.Data(), inputDy.Data(), inputX.Data(),
                                inputVariance.Data(), inputMean.Data(), inputGamma.Data()});
}
template <typename T, bool isReuseSource = false>
__aicore__ inline void LayerNormGrad(const LocalTensor<T>& outputPdX,
                                     const LocalTensor<T>& resForGamma,
                                     const LocalTensor<T>& inputDy, const LocalTensor<T>& inputX,
                                     const LocalTensor<T>& inputVariance,
                                     const LocalTensor<T>& inputMean,
                                     const LocalTensor<T>& inputGamma, T epsilon,
                                     LayerNormGradTiling& tiling,
                                     const LayerNormGradShapeInfo& shapeInfo = {}) {
    LayerNormGrad<T>(outputPdX, resForGamma, inputDy, inputX, inputVariance, inputMean, inputGamma,
                     LocalTensor<uint8_t>(), epsilon, tiling, shapeInfo);
}

/// Gradients of LayerNorm with respect to gamma and beta.
template <typename T, bool isReuseSource = false>
__aicore__ inline void LayerNormGradBeta(const LocalTensor<T>& outputPdGamma,
                                         const LocalTensor<T>& outputPdBeta,
                                         const LocalTensor<T>& resForGamma,
                                         const LocalTensor<T>& inputDy,
                                         const LocalTensor<uint8_t>& sharedTmpBuffer,
                                         const LayerNormGradBetaTiling& tiling) {
    isa::RequireTypeOf<isa::LibraryApi::kLayerNormGradBeta, T>();
    isa::NoteScratch("LayerNormGradBeta", sharedTmpBuffer,
                     isa::SplitScratch(tiling.resForGammaTmpTensorPos + uint64_t{tiling.oneCalSize},
                                       tiling.stackBufferSize));
    isa::TakeCount(0);
    isa::Issue(isa::VecNormGradBeta{isa::DTypeOf<T>, isa::RowsOf(tiling), outputPdGamma.Data(),
                                    outputPdBeta.Data(), resForGamma.Data(), inputDy.Data()});
}
template <typename T, bool isReuseSource = false>
__aicore__ inline void LayerNormGradBeta(const LocalTensor<T>& outputPdGamma,
                                         const LocalTensor<T>& outputPdBeta,
                                         const LocalTensor<T>& resForGamma,
                                         const LocalTensor<T>& inputDy,
                                         const LayerNormGradBetaTiling& tiling) {
    LayerNormGradBeta<T>(outputPdGamma, outputPdBeta, resForGamma, inputDy, LocalTensor<uint8_t>(),
                         tiling);
}

}  // namespace AscendC
