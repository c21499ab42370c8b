// Tilings of matrix multiplications on one core, on several cores, and in batches.
#include "lib/matmul/matmul_tiling.h"

#include <algorithm>

#include "lib/matmul/bmm_tiling.h"

namespace matmul_tiling {
namespace {

constexpr int32_t kFractal = 16;

int32_t CeilDiv(int32_t value, int32_t divisor) {
    return (value + divisor - 1) / divisor;
}
int32_t AlignUp(int32_t value, int32_t unit) {
    return CeilDiv(value, unit) * unit;
}

/// A size given by the user, else the whole.
int32_t GivenOr(int32_t given, int32_t whole) {
    return given > 0 ? given : whole;
}

/// What one core takes of `size` when `cores` share it: a multiple of `unit`, within limits.
int32_t Share(int32_t size, int32_t cores, int32_t unit, int32_t min, int32_t max) {
    int32_t share = AlignUp(CeilDiv(size, cores), unit);
    if (min > 0) {
        share = std::max(share, AlignUp(min, unit));
    }
    if (max > 0) {
        share = std::min(share, std::max(max / unit * unit, unit));
    }
    return std::min(share, size);
}

struct Split {
    int32_t m_dim = 0;
    int32_t n_dim = 0;
    int32_t m = 0;  // of one core
    int32_t n = 0;
    int64_t cost = 0;

    int64_t cores() const { return int64_t{m_dim} * n_dim; }
    // Less work of the busiest core; then fewer cores; then less to load.
    bool BetterThan(const Split& other) const {
        if (cost != other.cost) {
            return cost < other.cost;
        }
        return cores() != other.cores() ? cores() < other.cores() : m + n < other.m + other.n;
    }
};

int32_t TmpBufSize(int32_t l1, int32_t l0c, int32_t ub, SysTilingTempBufSize* sizes) {
    sizes->l1Size = l1;
    sizes->l0cSize = l0c;
    sizes->ubSize = ub;
    return 0;
}
int32_t TmpBufSize(const optiling::TCubeTiling& tiling, SysTilingTempBufSize* sizes) {
    return TmpBufSize(tiling.get_shareL1Size(), tiling.get_shareL0CSize(), tiling.get_shareUbSize(),
                      sizes);
}
int32_t TmpBufSize(const TCubeTiling& tiling, SysTilingTempBufSize* sizes) {
    return TmpBufSize(tiling.shareL1Size, tiling.shareL0CSize, tiling.shareUbSize, sizes);
}

}  // namespace

int64_t MatmulApiTiling::GetTiling(optiling::TCubeTiling& tiling) {
    return Compute() == 0 ? Store(tiling) : -1;
}
int64_t MatmulApiTiling::GetTiling(TCubeTiling& tiling) {
    return Compute() == 0 ? Store(tiling) : -1;
}
int64_t MatmulApiTiling::Compute() {
    singleCoreM = GivenOr(singleM, orgM);
    singleCoreN = GivenOr(singleN, orgN);
    singleCoreK = GivenOr(singleK, orgKa);
    // Many operators give only what one core computes.
    orgM = GivenOr(orgM, singleCoreM);
    orgN = GivenOr(orgN, singleCoreN);
    orgKa = GivenOr(orgKa, singleCoreK);
    orgKb = GivenOr(orgKb, singleCoreK);
    return ComputeCore();
}

int32_t MultiCoreMatmulTiling::SetDim(int32_t dim) {
    if (dim <= 0) {
        return -1;
    }
    blockDim = dim;
    return 0;
}
int32_t MultiCoreMatmulTiling::SetShape(int32_t m, int32_t n, int32_t k) {
    return MatmulApiTilingBase::SetShape(m, n, k);
}
int32_t MultiCoreMatmulTiling::SetSingleShape(int32_t singleMIn, int32_t singleNIn,
                                              int32_t singleKIn) {
    if (singleMIn == 0 || singleNIn == 0 || singleKIn == 0) {
        return -1;
    }
    fixedSingleM_ = singleMIn;
    fixedSingleN_ = singleNIn;
    fixedSingleK_ = singleKIn;
    return 0;
}
int32_t MultiCoreMatmulTiling::SetSingleRange(int32_t maxM, int32_t maxN, int32_t maxK,
                                              int32_t minM, int32_t minN, int32_t minK) {
    maxSingleM = maxM;
    maxSingleN = maxN;
    maxSingleK = maxK;
    minSingleM = minM;
    minSingleN = minN;
    minSingleK = minK;
    return 0;
}
int32_t MultiCoreMatmulTiling::SetAlignSplit(int32_t alignM, int32_t alignN, int32_t alignK) {
    alignSingleM = alignM > 0 ? alignM : 1;
    alignSingleN = alignN > 0 ? alignN : 1;
    alignSingleK = alignK > 0 ? alignK : 1;
    return 0;
}
int64_t MultiCoreMatmulTiling::GetTiling(optiling::TCubeTiling& tiling) {
    return Compute() == 0 ? Store(tiling) : -1;
}
int64_t MultiCoreMatmulTiling::GetTiling(TCubeTiling& tiling) {
    return Compute() == 0 ? Store(tiling) : -1;
}
int32_t MultiCoreMatmulTiling::GetSingleShape(int32_t& shapeM, int32_t& shapeN, int32_t& shapeK) {
    shapeM = singleCoreM;
    shapeN = singleCoreN;
    shapeK = singleCoreK;
    return 0;
}
int32_t MultiCoreMatmulTiling::GetCoreNum(int32_t& dim, int32_t& mDim, int32_t& nDim) {
    dim = result_.usedCoreNum;
    mDim = mDim_;
    nDim = nDim_;
    return 0;
}

int32_t MultiCoreMatmulTiling::SplitK(int32_t k, int32_t used) const {
    // Sums over parts of k are added in memory: worth it only where many cores would have no work.
    const int32_t groups = std::max(blockDim, 1) / std::max(used, 1);
    if (!enableSplitK_ || groups < 2) {
        return k;
    }
    constexpr int32_t kLeast = 512;  // elements, so that a part is worth its start
    const int32_t unit = AlignUp(alignSingleK, kLeast / 8);
    return Share(k, groups, unit, std::max(minSingleK, kLeast), maxSingleK);
}

int64_t MultiCoreMatmulTiling::Compute() {
    const int32_t m = GivenOr(singleM, orgM);
    const int32_t n = GivenOr(singleN, orgN);
    const int32_t k = GivenOr(singleK, orgKa);
    if (m <= 0 || n <= 0 || k <= 0) {
        return -1;
    }
    orgM = GivenOr(orgM, m);
    orgN = GivenOr(orgN, n);
    orgKa = GivenOr(orgKa, k);
    orgKb = GivenOr(orgKb, k);
    const int32_t cores = std::max(blockDim, 1);
    const int32_t unit_m = AlignUp(alignSingleM, kFractal);
    const int32_t unit_n = AlignUp(alignSingleN, kFractal);
    Split best;
    for (int32_t m_cores = 1; m_cores <= cores; ++m_cores) {
        Split split;
        split.m = GivenOr(fixedSingleM_, Share(m, m_cores, unit_m, minSingleM, maxSingleM));
        split.n = GivenOr(fixedSingleN_, Share(n, cores / m_cores, unit_n, minSingleN, maxSingleN));
        split.m_dim = CeilDiv(m, split.m);
        split.n_dim = CeilDiv(n, split.n);
        split.cost = int64_t{AlignUp(split.m, kFractal)} * AlignUp(split.n, kFractal);
        const bool legal = split.cores() <= cores;
        if (legal && (best.m_dim == 0 || split.BetterThan(best))) {
            best = split;
        }
    }
    if (best.m_dim == 0) {
        return -1;  // the prescribed sizes need more cores than there are
    }
    mDim_ = best.m_dim;
    nDim_ = best.n_dim;
    singleCoreM = best.m;
    singleCoreN = best.n;
    singleCoreK =
        std::min(GivenOr(fixedSingleK_, SplitK(k, static_cast<int32_t>(best.cores()))), k);
    const int32_t k_dim = CeilDiv(k, singleCoreK);
    const int64_t used = best.cores() * k_dim;
    if (used > cores) {
        return -1;
    }
    const int32_t available = blockDim;
    blockDim = static_cast<int32_t>(used);
    const int64_t status = ComputeCore();
    blockDim = available;
    return status;
}

int32_t BatchMatmulTiling::GetCoreNum(int32_t& dim, int32_t& mDim, int32_t& nDim,
                                      int32_t& batchCoreM, int32_t& batchCoreN) {
    dim = result_.usedCoreNum;
    mDim = 1;
    nDim = 1;
    batchCoreM = batchM;
    batchCoreN = batchN;
    return 0;
}
int64_t BatchMatmulTiling::GetTiling(optiling::TCubeTiling& tiling) {
    return Compute() == 0 ? Store(tiling) : -1;
}
int64_t BatchMatmulTiling::GetTiling(TCubeTiling& tiling) {
    return Compute() == 0 ? Store(tiling) : -1;
}
int64_t BatchMatmulTiling::Compute() {
    singleCoreM = GivenOr(singleM, orgM);
    singleCoreN = GivenOr(singleN, orgN);
    singleCoreK = GivenOr(singleK, orgKa);
    batchM = std::max(aLayoutInfoB, 1);
    batchN = std::max(bLayoutInfoB, 1);
    singleBatchM = 1;
    singleBatchN = 1;
    return ComputeCore();
}

}  // namespace matmul_tiling

extern "C" {

int32_t MatmulGetTmpBufSize(optiling::TCubeTiling& tiling,
                            matmul_tiling::SysTilingTempBufSize& bufSize) {
    return matmul_tiling::TmpBufSize(tiling, &bufSize);
}
int32_t MatmulGetTmpBufSizeV2(TCubeTiling& tiling, matmul_tiling::SysTilingTempBufSize& bufSize) {
    return matmul_tiling::TmpBufSize(tiling, &bufSize);
}
int32_t MultiCoreMatmulGetTmpBufSize(optiling::TCubeTiling& tiling,
                                     matmul_tiling::SysTilingTempBufSize& bufSize) {
    return matmul_tiling::TmpBufSize(tiling, &bufSize);
}
int32_t MultiCoreMatmulGetTmpBufSizeV2(TCubeTiling& tiling,
                                       matmul_tiling::SysTilingTempBufSize& bufSize) {
    return matmul_tiling::TmpBufSize(tiling, &bufSize);
}
int32_t BatchMatmulGetTmpBufSize(optiling::TCubeTiling& tiling,
                                 matmul_tiling::SysTilingTempBufSize& bufSize) {
    return matmul_tiling::TmpBufSize(tiling, &bufSize);
}
int32_t BatchMatmulGetTmpBufSizeV2(TCubeTiling& tiling,
                                   matmul_tiling::SysTilingTempBufSize& bufSize) {
    return matmul_tiling::TmpBufSize(tiling, &bufSize);
}

}  // extern "C"
