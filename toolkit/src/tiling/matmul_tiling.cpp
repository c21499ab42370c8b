// Tilings of matrix multiplications on one core, on several cores, and in batches.
#include "lib/matmul/matmul_tiling.h"

#include <algorithm>

#include "lib/matmul/bmm_tiling.h"
#include "tiling/matmul_block.h"
#include "tiling/matmul_split.h"

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
int32_t PositiveOr(int32_t extent, int32_t whole) {
    return extent > 0 ? extent : whole;
}
/// What an operator states for the whole matrix, even 0; -1 is nothing.
int32_t StatedOr(int32_t stated, int32_t other) {
    return stated == -1 ? other : stated;
}

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
    singleCoreM = PositiveOr(singleM, orgM);
    singleCoreN = PositiveOr(singleN, orgN);
    singleCoreK = PositiveOr(singleK, orgKa);
    // Many operators give only what one core computes.
    orgM = StatedOr(orgM, singleCoreM);
    orgN = StatedOr(orgN, singleCoreN);
    orgKa = StatedOr(orgKa, singleCoreK);
    orgKb = StatedOr(orgKb, singleCoreK);
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

bool MultiCoreMatmulTiling::IsTiny(int32_t m, int32_t n, int32_t k) const {
    const int64_t rows = CeilDiv(m, kFractal);
    const int64_t columns = CeilDiv(n, kFractal);
    const int64_t steps = (k * BitsOf(aType_.dataType) + 255) / 256;
    constexpr int64_t kFractalBytes = 512;
    return rows * columns <= blockDim && rows * steps * kFractalBytes <= bufferPool_.l0ASize &&
           columns * steps * kFractalBytes <= bufferPool_.l0BSize;
}

int32_t MultiCoreMatmulTiling::SplitK(int32_t k, int32_t used) const {
    // Sums over parts of k are added in memory: worth it only where many cores would have no work.
    const int32_t groups = std::max(blockDim, 1) / std::max(used, 1);
    if (!enableSplitK_ || groups < 2) {
        return k;
    }
    constexpr int32_t kLeast = 512;  // elements, so that a part is worth its start
    SplitSide side;
    side.size = k;
    side.unit = AlignUp(alignSingleK, kLeast / 8);
    side.min = std::max(minSingleK, kLeast);
    side.max = maxSingleK;
    return Share(side, groups);
}

int32_t MultiCoreMatmulTiling::StayingK(int32_t k) const {
    const auto base = static_cast<int32_t>(StayingBaseK(BitsOf(aType_.dataType)));
    const auto blocks = static_cast<int32_t>(kBlocksThatStay);
    return enableSplitK_ ? std::min(k, blocks * PositiveOr(fixedBaseK_, base)) : k;
}

int64_t MultiCoreMatmulTiling::Compute() {
    const int32_t m = PositiveOr(singleM, orgM);
    const int32_t n = PositiveOr(singleN, orgN);
    const int32_t k = PositiveOr(singleK, orgKa);
    if (m <= 0 || n <= 0 || k <= 0) {
        return -1;
    }
    orgM = StatedOr(orgM, m);
    orgN = StatedOr(orgN, n);
    orgKa = StatedOr(orgKa, k);
    orgKb = StatedOr(orgKb, k);
    const bool prescribed = fixedSingleM_ > 0 || fixedSingleN_ > 0 || fixedSingleK_ > 0;
    if (prescribed) {
        return ComputePrescribed(m, n, k);
    }
    const bool a_stays = scheduleType == ScheduleType::N_BUFFER_33;
    return a_stays ? ComputeStaying(m, n, k) : ComputeSplit(m, n, k);
}

int64_t MultiCoreMatmulTiling::ComputePrescribed(int32_t m, int32_t n, int32_t k) {
    // The kernel may give each core any number of such parts, so all cores count as used.
    singleCoreM = PositiveOr(fixedSingleM_, m);
    singleCoreN = PositiveOr(fixedSingleN_, n);
    singleCoreK = PositiveOr(fixedSingleK_, k);
    mDim_ = CeilDiv(m, singleCoreM);
    nDim_ = CeilDiv(n, singleCoreN);
    return ComputeCore();
}

int64_t MultiCoreMatmulTiling::ComputeSplit(int32_t m, int32_t n, int32_t k) {
    const int32_t cores = std::max(blockDim, 1);
    SplitSide side_m;
    side_m.size = m;
    side_m.unit = AlignUp(alignSingleM, kFractal);
    side_m.base = fixedBaseM_;
    side_m.min = minSingleM;
    side_m.max = maxSingleM;
    side_m.is_row = aType_.isTrans && aType_.type == CubeFormat::ND;
    SplitSide side_n;
    side_n.size = n;
    side_n.unit = AlignUp(alignSingleN, kFractal);
    side_n.base = fixedBaseN_;
    side_n.min = minSingleN;
    side_n.max = maxSingleN;
    side_n.is_row = !bType_.isTrans && bType_.type == CubeFormat::ND;
    Split split = ChooseSplit(side_m, side_n, IsTiny(m, n, k) ? 1 : cores);
    if (split.m_dim == 0) {
        split = ChooseSplit(side_m, side_n, cores);
    }
    if (split.m_dim == 0) {
        return -1;  // the limits need more cores than there are
    }
    mDim_ = split.m_dim;
    nDim_ = split.n_dim;
    singleCoreM = split.m;
    singleCoreN = split.n;
    singleCoreK = SplitK(k, mDim_ * nDim_);
    const int32_t used = mDim_ * nDim_ * CeilDiv(k, singleCoreK);
    if (used > cores) {
        return -1;
    }
    return ComputeWith(used);
}

int64_t MultiCoreMatmulTiling::ComputeStaying(int32_t m, int32_t n, int32_t k) {
    const int32_t cores = std::max(blockDim, 1);
    singleCoreM = std::min(m, static_cast<int32_t>(kBlocksThatStay) * PositiveOr(fixedBaseM_, 128));
    singleCoreK = StayingK(k);
    const int32_t longest =
        static_cast<int32_t>(kBlocksThatStay) *
        PositiveOr(fixedBaseK_, static_cast<int32_t>(StayingBaseK(BitsOf(aType_.dataType))));
    if (singleCoreK > longest) {
        return -1;  // K may not be split
    }
    mDim_ = CeilDiv(m, singleCoreM);
    const int32_t parts = mDim_ * CeilDiv(k, singleCoreK);
    // N is split over the cores that are left. Where none are, cores take several parts.
    SplitSide side_n;
    side_n.size = n;
    side_n.unit = PositiveOr(fixedBaseN_, 256);
    singleCoreN = Share(side_n, std::max(cores / parts, 1));
    nDim_ = CeilDiv(n, singleCoreN);
    return ComputeWith(std::min(parts * nDim_, cores));
}

int64_t MultiCoreMatmulTiling::ComputeWith(int32_t used) {
    const int32_t available = blockDim;
    blockDim = used;
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
int32_t BatchMatmulTiling::SetBatch(int32_t batchMIn, int32_t batchNIn) {
    if (batchMIn <= 0 || batchNIn <= 0) {
        return -1;
    }
    batchM = batchMIn;
    batchN = batchNIn;
    return 0;
}
int32_t BatchMatmulTiling::SetSingleBatch(int32_t singleMIn, int32_t singleNIn) {
    if (singleMIn == 0 || singleNIn == 0) {
        return -1;
    }
    singleBatchM = singleMIn;
    singleBatchN = singleNIn;
    return 0;
}
int64_t BatchMatmulTiling::GetTiling(optiling::TCubeTiling& tiling) {
    return Compute() == 0 ? Store(tiling) : -1;
}
int64_t BatchMatmulTiling::GetTiling(TCubeTiling& tiling) {
    return Compute() == 0 ? Store(tiling) : -1;
}
int64_t BatchMatmulTiling::Compute() {
    singleCoreM = PositiveOr(singleM, orgM);
    singleCoreN = PositiveOr(singleN, orgN);
    singleCoreK = PositiveOr(singleK, orgKa);
    orgM = StatedOr(orgM, singleCoreM);
    orgN = StatedOr(orgN, singleCoreN);
    orgKa = StatedOr(orgKa, singleCoreK);
    orgKb = StatedOr(orgKb, singleCoreK);
    batchM = PositiveOr(aLayoutInfoB, std::max(batchM, 1));
    batchN = PositiveOr(bLayoutInfoB, std::max(batchN, 1));
    singleBatchM = PositiveOr(singleBatchM, 1);
    singleBatchN = PositiveOr(singleBatchN, 1);
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
