// Library reductions and running sums.
#pragma once

#include "detail/vec_mask.h"
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

struct CumSumConfig {
    bool isLastAxis{true};
    bool isReuseSource{false};
    bool outputLastRow{false};
};
constexpr CumSumConfig defaultCumSumConfig = {true, false, false};

/// `outter` rows of `inner` elements.
struct CumSumInfo {
    uint32_t outter{0};
    uint32_t inner{0};
};

/// dst[r] = sum of row r.
template <typename T, int32_t reduceDim = -1, bool isReuseSource = false, bool isBasicBlock = false>
__aicore__ inline void Sum(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                           const SumParams& sumParams) {
    isa::TakeCount(0);
    isa::Issue(isa::VecRowSum{isa::DTypeOf<T>, isa::DTypeOf<T>, sumParams.outter, sumParams.inner,
                              sumParams.n, 1.0f, dstTensor.GetPhyAddr(), srcTensor.GetPhyAddr()});
}
template <typename T, int32_t reduceDim = -1, bool isReuseSource = false, bool isBasicBlock = false>
__aicore__ inline void Sum(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                           const LocalTensor<uint8_t>&, const SumParams& sumParams) {
    Sum<T>(dstTensor, srcTensor, sumParams);
}

/// dst[r] = mean of row r; sums are formed in accType.
template <typename T, typename accType = T, bool isReuseSource = false, bool isBasicBlock = false,
          int32_t reduceDim = -1>
__aicore__ inline void Mean(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                            const MeanParams& meanParams) {
    isa::TakeCount(0);
    isa::Issue(isa::VecRowSum{
        isa::DTypeOf<T>, isa::DTypeOf<accType>, meanParams.outter, meanParams.inner, meanParams.n,
        1.0f / static_cast<float>(meanParams.n), dstTensor.GetPhyAddr(), srcTensor.GetPhyAddr()});
}
template <typename T, typename accType = T, bool isReuseSource = false, bool isBasicBlock = false,
          int32_t reduceDim = -1>
__aicore__ inline void Mean(const LocalTensor<T>& dstTensor, const LocalTensor<T>& srcTensor,
                            const LocalTensor<uint8_t>&, const MeanParams& meanParams) {
    Mean<T, accType>(dstTensor, srcTensor, meanParams);
}

/// dst[0] = sum of src0 ^ src1 over int16 elements.
template <typename T, bool isReuseSource = false>
__aicore__ inline void ReduceXorSum(LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor,
                                    const LocalTensor<T>& src1Tensor, const uint32_t calCount) {
    static_assert(sizeof(T) == 2, "ReduceXorSum works on int16");
    isa::TakeCount(0);
    isa::Issue(isa::VecXorSum{calCount, dstTensor.GetPhyAddr(), src0Tensor.GetPhyAddr(),
                              src1Tensor.GetPhyAddr()});
}
template <typename T, bool isReuseSource = false>
__aicore__ inline void ReduceXorSum(LocalTensor<T>& dstTensor, const LocalTensor<T>& src0Tensor,
                                    const LocalTensor<T>& src1Tensor, LocalTensor<uint8_t>&,
                                    const uint32_t calCount) {
    ReduceXorSum<T>(dstTensor, src0Tensor, src1Tensor, calCount);
}

/// Running sums along the last or the first axis; lastRow receives the last row if the config says
/// so.
template <typename T, const CumSumConfig& config = defaultCumSumConfig>
__aicore__ inline void CumSum(LocalTensor<T>& dstTensor, LocalTensor<T>& lastRowTensor,
                              const LocalTensor<T>& srcTensor, const CumSumInfo& cumSumInfo) {
    isa::TakeCount(0);
    void* const last_row = config.outputLastRow ? lastRowTensor.GetPhyAddr() : nullptr;
    isa::Issue(isa::VecCumSum{isa::DTypeOf<T>, config.isLastAxis, cumSumInfo.outter,
                              cumSumInfo.inner, dstTensor.GetPhyAddr(), srcTensor.GetPhyAddr(),
                              last_row});
}
template <typename T, const CumSumConfig& config = defaultCumSumConfig>
__aicore__ inline void CumSum(LocalTensor<T>& dstTensor, LocalTensor<T>& lastRowTensor,
                              const LocalTensor<T>& srcTensor, LocalTensor<uint8_t>&,
                              const CumSumInfo& cumSumInfo) {
    CumSum<T, config>(dstTensor, lastRowTensor, srcTensor, cumSumInfo);
}

}  // namespace AscendC
