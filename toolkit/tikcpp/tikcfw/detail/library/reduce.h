// Library reductions and running sums.
#pragma once

#include "detail/library/scratch.h"
#include "detail/vector/mask.h"
#include "isa/vec_reduce.h"

namespace AscendC {

/// `outter` rows of `inner` elements (a multiple of 32 bytes), of which the first `n` count.
struct SumParams {
    uint32_t outter = 1;
    uint32_t inner;
    uint32_t n;
};
struct MeanParams {
    uint32_t outter = 1;
    uint32_t inner;
    uint32_t n;
};

/// In which order sums are formed on the hardware; here always line by line.
enum class CumSumAlgorithm { CUMSUM_ALGORITHM_LINEBYLINE = 0, CUMSUM_ALGORITHM_SKLANSKY = 1 };

struct CumSumConfig {
    bool isLastAxis{true};
    bool isReuseSource{false};
    bool outputLastRow{false};
    CumSumAlgorithm algorithm{CumSumAlgorithm::CUMSUM_ALGORITHM_LINEBYLINE};
};
constexpr CumSumConfig defaultCumSumConfig = {true, false, true};

/// `outter` rows of `inner` elements.
struct CumSumInfo {
    uint32_t outter{0};
    uint32_t inner{0};
};

/// dst[r] = sum of row r.
template <typename T, int32_t reduceDim = -1, bool isReuseSource = false, bool isBasicBlock = false>
__aicore__ inline void Sum(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                           const LocalTensor<uint8_t>& sharedTmpBuffer,
                           const SumParams& sumParams) {
    isa::RequireTypeOf<isa::LibraryApi::kSum, T>();
    isa::NoteScratch("Sum", sharedTmpBuffer, isa::SumScratch(sumParams.n, sizeof(T)));
    isa::TakeCount(0);
    isa::Issue(isa::VecRowSum{isa::DTypeOf<T>, isa::DTypeOf<T>, sumParams.outter, sumParams.inner,
                              sumParams.n, 1.0f, dstTensor.Data(), srcTensor.Data()});
}
template <typename T, int32_t reduceDim = -1, bool isReuseSource = false, bool isBasicBlock = false>
__aicore__ inline void Sum(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                           const SumParams& sumParams) {
    Sum<T>(dstTensor, srcTensor, LocalTensor<uint8_t>(), sumParams);
}

/// dst[r] = mean of row r; sums are formed in accType.
template <typename T, typename accType = T, bool isReuseSource = false, bool isBasicBlock = false,
          int32_t reduceDim = -1>
__aicore__ inline void Mean(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                            const LocalTensor<uint8_t>& sharedTmpBuffer,
                            const MeanParams& meanParams) {
    isa::RequireTypeOf<isa::LibraryApi::kMean, T>();
    isa::NoteScratch("Mean", sharedTmpBuffer,
                     isa::MeanScratch(meanParams.n, sizeof(T), sizeof(accType)));
    isa::TakeCount(0);
    isa::Issue(isa::VecRowSum{
        isa::DTypeOf<T>, isa::DTypeOf<accType>, meanParams.outter, meanParams.inner, meanParams.n,
        1.0f / static_cast<float>(meanParams.n), dstTensor.Data(), srcTensor.Data()});
}
template <typename T, typename accType = T, bool isReuseSource = false, bool isBasicBlock = false,
          int32_t reduceDim = -1>
__aicore__ inline void Mean(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                            const MeanParams& meanParams) {
    Mean<T, accType>(dstTensor, srcTensor, LocalTensor<uint8_t>(), meanParams);
}

/// dst[0] = sum of src0 ^ src1 over int16 elements, saturated.
template <typename T, bool isReuseSource = false>
__aicore__ inline void ReduceXorSum(LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor,
                                    const LocalTensor<T>& src1Tensor,
                                    const LocalTensor<uint8_t>& sharedTmpBuffer,
                                    const uint32_t calCount) {
    isa::RequireTypeOf<isa::LibraryApi::kReduceXorSum, T>();
    isa::NoteScratch("ReduceXorSum", sharedTmpBuffer, isa::XorSumScratch(calCount, isReuseSource));
    isa::TakeCount(0);
    isa::Issue(isa::VecXorSum{calCount, dstTensor.Data(), src0Tensor.Data(), src1Tensor.Data()});
}
template <typename T, bool isReuseSource = false>
__aicore__ inline void ReduceXorSum(LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor,
                                    const LocalTensor<T>& src1Tensor, const uint32_t calCount) {
    ReduceXorSum<T, isReuseSource>(dstTensor, src0Tensor, src1Tensor, LocalTensor<uint8_t>(),
                                   calCount);
}

/// Running sums along the last or the first axis; lastRow receives the last row if the config says
/// so.
template <typename T, const CumSumConfig& config = defaultCumSumConfig>
__aicore__ inline void CumSum(LocalTensor<T>& dstTensor, LocalTensor<T>& lastRowTensor,
                              const LocalTensor<T>& srcTensor,
                              const LocalTensor<uint8_t>& sharedTmpBuffer,
                              const CumSumInfo& cumSumInfo) {
    isa::RequireTypeOf<isa::LibraryApi::kCumSum, T>();
    isa::NoteScratch(
        "CumSum", sharedTmpBuffer,
        isa::CumSumScratch(cumSumInfo.outter, cumSumInfo.inner, sizeof(T), config.isLastAxis));
    isa::TakeCount(0);
    void* const last_row = config.outputLastRow ? lastRowTensor.Data() : nullptr;
    isa::Issue(isa::VecCumSum{isa::DTypeOf<T>, config.isLastAxis, cumSumInfo.outter,
                              cumSumInfo.inner, dstTensor.Data(), srcTensor.Data(), last_row});
}
template <typename T, const CumSumConfig& config = defaultCumSumConfig>
__aicore__ inline void CumSum(LocalTensor<T>& dstTensor, LocalTensor<T>& lastRowTensor,
                              const LocalTensor<T>& srcTensor, const CumSumInfo& cumSumInfo) {
    CumSum<T, config>(dstTensor, lastRowTensor, srcTensor, LocalTensor<uint8_t>(), cumSumInfo);
}

/// Which axes of a matrix are reduced (R) and retained (A).
namespace Pattern {
namespace Reduce {
struct AR {};
struct RA {};
}  // namespace Reduce
}  // namespace Pattern

namespace isa {

/// Rows of srcShape[1] elements, padded to whole blocks.
template <typename T, typename Axes>
ASCENDC_ALWAYS_INLINE void IssueReduceAxis(AxisOp op, bool mean, const LocalTensor<T>& dst,
                                           const LocalTensor<T>& src, const uint32_t shape[],
                                           bool padded) {
    constexpr bool kColumns = std::is_same_v<Axes, Pattern::Reduce::RA>;
    static_assert(kColumns || std::is_same_v<Axes, Pattern::Reduce::AR>,
                  "Reductions by pattern work on AR and RA");
    constexpr uint32_t kPerBlock = kBlockBytes / sizeof(T);
    const uint32_t pitch = padded ? (shape[1] + kPerBlock - 1) / kPerBlock * kPerBlock : shape[1];
    const float scale = mean ? 1.0f / static_cast<float>(shape[kColumns ? 0 : 1]) : 1.0f;
    TakeCount(0);
    Issue(VecReduceAxis{op, kColumns, DTypeOf<T>, shape[0], shape[1], pitch, scale, dst.Data(),
                        src.Data()});
}

}  // namespace isa

/// Reductions of one axis of a matrix of srcShape, with and without a temporary buffer. Operands of
/// ReduceAny and ReduceAll are 0 or 1.
#define ASCENDC_ADV_REDUCE(name, api, op, mean, scratch)                                           \
    template <class T, class pattern, bool isReuseSource = false>                                  \
    __aicore__ inline void name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,  \
                                const LocalTensor<uint8_t>& sharedTmpBuffer,                       \
                                const uint32_t srcShape[], bool srcInnerPad) {                     \
        isa::RequireTypeOf<isa::api::k##name, T>();                                                \
        isa::NoteScratch(#name, sharedTmpBuffer,                                                   \
                         isa::ReduceScratch(scratch, std::is_same_v<pattern, Pattern::Reduce::RA>, \
                                            srcShape[0], srcShape[1], sizeof(T), isReuseSource));  \
        isa::IssueReduceAxis<T, pattern>(isa::AxisOp::op, mean, dstTensor, srcTensor, srcShape,    \
                                         srcInnerPad);                                             \
    }                                                                                              \
    template <class T, class pattern, bool isReuseSource = false>                                  \
    __aicore__ inline void name(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,  \
                                const uint32_t srcShape[], bool srcInnerPad) {                     \
        name<T, pattern, isReuseSource>(dstTensor, srcTensor, LocalTensor<uint8_t>(), srcShape,    \
                                        srcInnerPad);                                              \
    }
ASCENDC_ADV_REDUCE(ReduceSum, AxisApi, kSum, false, isa::ReduceScratchKind::kSum)
ASCENDC_ADV_REDUCE(ReduceMean, LibraryApi, kSum, true, isa::ReduceScratchKind::kSum)
ASCENDC_ADV_REDUCE(ReduceMax, AxisApi, kMax, false, isa::ReduceScratchKind::kExtreme)
ASCENDC_ADV_REDUCE(ReduceMin, AxisApi, kMin, false, isa::ReduceScratchKind::kExtreme)
ASCENDC_ADV_REDUCE(ReduceProd, LibraryApi, kProd, false, isa::ReduceScratchKind::kProduct)
ASCENDC_ADV_REDUCE(ReduceAny, LibraryApi, kMax, false, isa::AnyScratchKind(sizeof(T)))
ASCENDC_ADV_REDUCE(ReduceAll, LibraryApi, kMin, false, isa::AnyScratchKind(sizeof(T)))
#undef ASCENDC_ADV_REDUCE

}  // namespace AscendC
