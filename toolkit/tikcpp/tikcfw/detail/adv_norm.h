// Normalisation.
#pragma once

#include "detail/vec_mask.h"
#include "isa/vec_rows.h"
#include "kernel_tiling/kernel_tiling.h"

namespace AscendC {

/// (x - mean) / sqrt(variance + epsilon) * gamma + beta over the last axis of [b, s, h].
template <typename T, bool isReuseSource = false>
__aicore__ inline void LayerNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
                                 const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
                                 const LocalTensor<T>& gamma, const LocalTensor<T>& beta,
                                 const T epsilon, LayerNormTiling& tiling) {
    isa::TakeCount(0);
    isa::Issue(isa::VecNorm{isa::DTypeOf<T>, isa::DTypeOf<T>, isa::DTypeOf<T>, false, false,
                            tiling.bLength * tiling.sLength, tiling.hLength, tiling.originalHLength,
                            static_cast<float>(epsilon), output.GetPhyAddr(),
                            outputMean.GetPhyAddr(), outputVariance.GetPhyAddr(),
                            inputX.GetPhyAddr(), gamma.GetPhyAddr(), beta.GetPhyAddr()});
}
template <typename T, bool isReuseSource = false>
__aicore__ inline void LayerNorm(const LocalTensor<T>& output, const LocalTensor<T>& outputMean,
                                 const LocalTensor<T>& outputVariance, const LocalTensor<T>& inputX,
                                 const LocalTensor<T>& gamma, const LocalTensor<T>& beta,
                                 const LocalTensor<uint8_t>&, const T epsilon,
                                 LayerNormTiling& tiling) {
    LayerNorm<T>(output, outputMean, outputVariance, inputX, gamma, beta, epsilon, tiling);
}

struct LayerNormConfig {
    bool isNoBeta = false;
    bool isNoGamma = false;
    bool isOnlyOutput = false;
};
constexpr LayerNormConfig LNCFG_NORM = {false, false, false};

/// aLength rows of rLengthWithPadding elements, the first rLength of which count.
struct LayerNormPara {
    uint32_t aLength;
    uint32_t rLength;
    uint32_t rLengthWithPadding;
};

/// The same over rows, giving 1 / sqrt(variance + epsilon) in place of the variance.
template <typename U, typename T, bool isReuseSource = false,
          const LayerNormConfig& config = LNCFG_NORM>
__aicore__ inline void LayerNorm(const LocalTensor<T>& output, const LocalTensor<float>& outputMean,
                                 const LocalTensor<float>& outputRstd, const LocalTensor<T>& inputX,
                                 const LocalTensor<U>& gamma, const LocalTensor<U>& beta,
                                 const float epsilon, const LayerNormPara& para,
                                 const LayerNormSeparateTiling&) {
    isa::TakeCount(0);
    isa::Issue(isa::VecNorm{isa::DTypeOf<T>, isa::DTypeOf<U>, isa::DType::kF32, false, true,
                            para.aLength, para.rLengthWithPadding, para.rLength, epsilon,
                            output.GetPhyAddr(),
                            config.isOnlyOutput ? nullptr : outputMean.GetPhyAddr(),
                            config.isOnlyOutput ? nullptr : outputRstd.GetPhyAddr(),
                            inputX.GetPhyAddr(), config.isNoGamma ? nullptr : gamma.GetPhyAddr(),
                            config.isNoBeta ? nullptr : beta.GetPhyAddr()});
}
template <typename U, typename T, bool isReuseSource = false,
          const LayerNormConfig& config = LNCFG_NORM>
__aicore__ inline void LayerNorm(const LocalTensor<T>& output, const LocalTensor<float>& outputMean,
                                 const LocalTensor<float>& outputRstd, const LocalTensor<T>& inputX,
                                 const LocalTensor<U>& gamma, const LocalTensor<U>& beta,
                                 const float epsilon, const LocalTensor<uint8_t>&,
                                 const LayerNormPara& para, const LayerNormSeparateTiling& tiling) {
    LayerNorm<U, T, isReuseSource, config>(output, outputMean, outputRstd, inputX, gamma, beta,
                                           epsilon, para, tiling);
}

/// x / sqrt(mean of x^2 + epsilon) * gamma over the last axis.
template <typename T, bool isBasicBlock = false>
__aicore__ inline void RmsNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                               const LocalTensor<T>& gammaLocal, const T epsilon,
                               const RmsNormTiling& tiling) {
    isa::TakeCount(0);
    isa::Issue(isa::VecNorm{isa::DTypeOf<T>, isa::DTypeOf<T>, isa::DTypeOf<T>, true, false,
                            tiling.bLength * tiling.sLength, tiling.hLength, tiling.originalHLength,
                            static_cast<float>(epsilon), dstLocal.GetPhyAddr(), nullptr, nullptr,
                            srcLocal.GetPhyAddr(), gammaLocal.GetPhyAddr(), nullptr});
}
template <typename T, bool isBasicBlock = false>
__aicore__ inline void RmsNorm(const LocalTensor<T>& dstLocal, const LocalTensor<T>& srcLocal,
                               const LocalTensor<T>& gammaLocal, const LocalTensor<uint8_t>&,
                               const T epsilon, const RmsNormTiling& tiling) {
    RmsNorm<T, isBasicBlock>(dstLocal, srcLocal, gammaLocal, epsilon, tiling);
}

}  // namespace AscendC
