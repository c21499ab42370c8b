// Tilings of matrix multiplications on several cores.
#ifndef LIB_MATMUL_BMM_TILING_H
#define LIB_MATMUL_BMM_TILING_H

#include "lib/matmul/matmul_tiling_base.h"

namespace matmul_tiling {
/// Splits M and N (and K if allowed) over cores.
class MultiCoreMatmulTiling : public MatmulApiTilingBase {
public:
    MultiCoreMatmulTiling() = default;
    explicit MultiCoreMatmulTiling(const platform_ascendc::PlatformAscendC& ascendcPlatform)
        : MatmulApiTilingBase(ascendcPlatform) {}
    explicit MultiCoreMatmulTiling(const PlatformInfo& platform) : MatmulApiTilingBase(platform) {}

    /// Number of cores that may be used.
    int32_t SetDim(int32_t dim);
    /// The part of the matrices that all cores together compute.
    int32_t SetShape(int32_t m, int32_t n, int32_t k) override;
    /// Prescribes what one core computes at a time; the parts may then be more than the cores.
    virtual int32_t SetSingleShape(int32_t singleMIn = -1, int32_t singleNIn = -1,
                                   int32_t singleKIn = -1);
    /// Limits what one core computes.
    virtual int32_t SetSingleRange(int32_t maxM = -1, int32_t maxN = -1, int32_t maxK = -1,
                                   int32_t minM = -1, int32_t minN = -1, int32_t minK = -1);
    /// What one core computes must be a multiple of these.
    int32_t SetAlignSplit(int32_t alignM, int32_t alignN, int32_t alignK);
    void EnableMultiCoreSplitK(bool flag) { enableSplitK_ = flag; }
    void SetSplitK(bool flag) { EnableMultiCoreSplitK(flag); }
    /// Whether a kernel may avoid conflicts of L1's banks (MatmulConfig's switch of that name, of
    /// CANN 8.5): false, as no product here has it.
    bool EnableL1BankConflictOptimise() const { return false; }

    int64_t GetTiling(optiling::TCubeTiling& tiling) override;
    int64_t GetTiling(TCubeTiling& tiling) override;
    /// After GetTiling: what one core computes, and how many cores along M and N.
    int32_t GetSingleShape(int32_t& shapeM, int32_t& shapeN, int32_t& shapeK);
    int32_t GetCoreNum(int32_t& dim, int32_t& mDim, int32_t& nDim);

protected:
    int64_t Compute() override;

private:
    int64_t ComputePrescribed(int32_t m, int32_t n, int32_t k);
    int64_t ComputeSplit(int32_t m, int32_t n, int32_t k);
    /// The schedule N_BUFFER_33.
    int64_t ComputeStaying(int32_t m, int32_t n, int32_t k);
    int64_t ComputeWith(int32_t used);
    /// Whether one core has it all in L0 at once: then the others would gain nothing.
    bool IsTiny(int32_t m, int32_t n, int32_t k) const;
    /// What one core takes of `k` if `used` cores share M and N.
    int32_t SplitK(int32_t k, int32_t used) const;
    /// The same in the schedule N_BUFFER_33.
    int32_t StayingK(int32_t k) const;

    int32_t fixedSingleM_ = -1;
    int32_t fixedSingleN_ = -1;
    int32_t fixedSingleK_ = -1;
    int32_t mDim_ = 0;
    int32_t nDim_ = 0;
};

/// Many small multiplications on one core; batch counts from SetBatchNum or the layouts.
class BatchMatmulTiling : public MatmulApiTilingBase {
public:
    BatchMatmulTiling() = default;
    explicit BatchMatmulTiling(const platform_ascendc::PlatformAscendC& ascendcPlatform)
        : MatmulApiTilingBase(ascendcPlatform) {}
    int32_t GetCoreNum(int32_t& dim, int32_t& mDim, int32_t& nDim, int32_t& batchCoreM,
                       int32_t& batchCoreN);
    int64_t GetTiling(optiling::TCubeTiling& tiling) override;
    int64_t GetTiling(TCubeTiling& tiling) override;

protected:
    int64_t Compute() override;

private:
    /// Multiplications along the batch axes, and how many of them at a time; -1: not given.
    int32_t SetBatch(int32_t batchMIn = 1, int32_t batchNIn = 1);
    int32_t SetSingleBatch(int32_t singleMIn = -1, int32_t singleNIn = -1);
};
}  // namespace matmul_tiling

extern "C" {
int32_t MultiCoreMatmulGetTmpBufSize(optiling::TCubeTiling& tiling,
                                     matmul_tiling::SysTilingTempBufSize& bufSize);
int32_t BatchMatmulGetTmpBufSize(optiling::TCubeTiling& tiling,
                                 matmul_tiling::SysTilingTempBufSize& bufSize);
int32_t MultiCoreMatmulGetTmpBufSizeV2(TCubeTiling& tiling,
                                       matmul_tiling::SysTilingTempBufSize& bufSize);
int32_t BatchMatmulGetTmpBufSizeV2(TCubeTiling& tiling,
                                   matmul_tiling::SysTilingTempBufSize& bufSize);
}

#endif  // LIB_MATMUL_BMM_TILING_H
