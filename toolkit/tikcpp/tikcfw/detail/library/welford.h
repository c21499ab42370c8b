// Means and variances of rows that are too long to be held at once.
#pragma once

#include "detail/vector/mask.h"
#include "isa/library_types.h"
#include "isa/vec_norm.h"

namespace AscendC {

struct WelfordUpdateConfig {
    __aicore__ constexpr WelfordUpdateConfig(const bool inplace) : isInplace(inplace) {}

    bool isInplace = false;
};
constexpr WelfordUpdateConfig WFUPDATE_DEFAULT_CFG = {false};

/// abLength places, of which abComputeLength get a value; nRec: 1 / number of values so far.
struct WelfordUpdateParam {
    uint32_t rnLength;
    uint32_t abLength;
    uint32_t abComputeLength;
    float nRec;
};

/// abLength places of rnLength values each (headCount for the first headCountLength places and
/// tailCount for the others where they differ); abRec = 1 / abLength, rRec = 1 / number of values.
struct WelfordFinalizePara {
    uint32_t rnLength;
    uint32_t abLength;
    uint32_t headCount;
    uint32_t headCountLength;
    uint32_t tailCount;
    uint32_t tailCountLength;
    float abRec;
    float rRec;
};

/// Takes one value per place into the means and sums of squared distances.
template <typename T, typename U, bool isReuseSource = false,
          const WelfordUpdateConfig& config = WFUPDATE_DEFAULT_CFG>
__aicore__ inline void WelfordUpdate(const LocalTensor<U>& outputMean,
                                     const LocalTensor<U>& outputVariance,
                                     const LocalTensor<U>& inputMean,
                                     const LocalTensor<U>& inputVariance,
                                     const LocalTensor<T>& inputX, const WelfordUpdateParam& para) {
    static_assert(isa::DTypeOf<U> == isa::DType::kF32, "WelfordUpdate keeps its state in float");
    isa::TakeCount(0);
    isa::RequireTypeOf<isa::LibraryApi::kWelfordUpdate, T>();
    isa::Issue(isa::VecWelfordUpdate{isa::DTypeOf<T>, para.abLength, para.abComputeLength,
                                     config.isInplace, para.nRec, outputMean.Data(),
                                     outputVariance.Data(), inputMean.Data(), inputVariance.Data(),
                                     inputX.Data()});
}
template <typename T, typename U, bool isReuseSource = false,
          const WelfordUpdateConfig& config = WFUPDATE_DEFAULT_CFG>
__aicore__ inline void WelfordUpdate(const LocalTensor<U>& outputMean,
                                     const LocalTensor<U>& outputVariance,
                                     const LocalTensor<U>& inputMean,
                                     const LocalTensor<U>& inputVariance,
                                     const LocalTensor<T>& inputX, const LocalTensor<uint8_t>&,
                                     const WelfordUpdateParam& para) {
    WelfordUpdate<T, U, isReuseSource, config>(outputMean, outputVariance, inputMean, inputVariance,
                                               inputX, para);
}

namespace isa {
ASCENDC_ALWAYS_INLINE void IssueWelfordFinalize(const LocalTensor<float>& mean,
                                                const LocalTensor<float>& variance,
                                                const LocalTensor<float>& in_mean,
                                                const LocalTensor<float>& in_m,
                                                const int32_t* counts,
                                                const WelfordFinalizePara& para) {
    const bool tailed = para.tailCountLength != 0 && para.tailCount != 0;
    const bool weighted = counts != nullptr || tailed;
    const float head = static_cast<float>(tailed ? para.headCount : para.rnLength);
    TakeCount(0);
    Issue(VecWelfordFinalize{para.abLength, tailed ? para.headCountLength : para.abLength, head,
                             static_cast<float>(para.tailCount), weighted ? para.rRec : para.abRec,
                             weighted, para.rRec, mean.Data(), variance.Data(), in_mean.Data(),
                             in_m.Data(), counts});
}
}  // namespace isa

/// One mean and variance from those of all places; counts gives the values of each place.
template <bool isReuseSource = false>
__aicore__ inline void WelfordFinalize(const LocalTensor<float>& outputMean,
                                       const LocalTensor<float>& outputVariance,
                                       const LocalTensor<float>& inputMean,
                                       const LocalTensor<float>& inputVariance,
                                       const WelfordFinalizePara& para) {
    isa::IssueWelfordFinalize(outputMean, outputVariance, inputMean, inputVariance, nullptr, para);
}
template <bool isReuseSource = false>
__aicore__ inline void WelfordFinalize(const LocalTensor<float>& outputMean,
                                       const LocalTensor<float>& outputVariance,
                                       const LocalTensor<float>& inputMean,
                                       const LocalTensor<float>& inputVariance,
                                       const LocalTensor<uint8_t>&,
                                       const WelfordFinalizePara& para) {
    isa::IssueWelfordFinalize(outputMean, outputVariance, inputMean, inputVariance, nullptr, para);
}
template <bool isReuseSource = false>
__aicore__ inline void WelfordFinalize(const LocalTensor<float>& outputMean,
                                       const LocalTensor<float>& outputVariance,
                                       const LocalTensor<float>& inputMean,
                                       const LocalTensor<float>& inputVariance,
                                       const LocalTensor<int32_t>& counts,
                                       const WelfordFinalizePara& para) {
    isa::IssueWelfordFinalize(outputMean, outputVariance, inputMean, inputVariance, counts.Data(),
                              para);
}
template <bool isReuseSource = false>
__aicore__ inline void WelfordFinalize(const LocalTensor<float>& outputMean,
                                       const LocalTensor<float>& outputVariance,
                                       const LocalTensor<float>& inputMean,
                                       const LocalTensor<float>& inputVariance,
                                       const LocalTensor<int32_t>& counts,
                                       const LocalTensor<uint8_t>&,
                                       const WelfordFinalizePara& para) {
    isa::IssueWelfordFinalize(outputMean, outputVariance, inputMean, inputVariance, counts.Data(),
                              para);
}

}  // namespace AscendC
