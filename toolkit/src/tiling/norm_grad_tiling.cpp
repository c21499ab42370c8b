// Temporary memory and tiling of the gradients of the layer norm, and of the batch and group norms.
#include <cstring>

#include "lib/normalization/batchnorm_tiling.h"
#include "lib/normalization/groupnorm_tiling.h"
#include "lib/normalization/layernorm_grad_beta_tiling.h"
#include "lib/normalization/layernorm_grad_tiling.h"
#include "tiling/assign.h"
#include "tiling/row_split.h"

namespace AscendC {
namespace {

using api_tiling::Copies;
using api_tiling::Dim;
using api_tiling::RowSplit;

constexpr uint32_t kGradTensors = 9;
constexpr uint32_t kBatchCopies = 3;
constexpr uint32_t kGroupCopies = 3;

uint32_t BitsOf(float value) {
    uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
}

/// Rows of [b, s, h].
uint32_t RowCount(const ge::Shape& shape) {
    return Dim(shape, 0) * Dim(shape, 1);
}

/// Copies of a row in its own type that the gradient takes.
uint32_t GradCopies(uint32_t type_size, bool reuse) {
    return type_size == api_tiling::kHalfBytes ? kGradTensors : reuse ? 4 : 6;
}

/// Copies of a row in float that the gradient of gamma and beta takes.
uint32_t GradBetaCopies(uint32_t type_size, bool reuse) {
    return type_size == api_tiling::kHalfBytes ? 4 : Copies(2, type_size, reuse);
}

template <typename Tiling>
void GradInfo(const ge::Shape& shape, uint32_t bytes, uint32_t type_size, bool reuse,
              Tiling* tiling) {
    const uint32_t h = Dim(shape, 2);
    const uint32_t elements = bytes / std::max(type_size, 1U);
    const RowSplit split =
        api_tiling::SplitRows(RowCount(shape), h, GradCopies(type_size, reuse), 0,
                              tmp_size::Saturate(uint64_t{elements} * api_tiling::kFloatBytes));
    const uint32_t tile = split.AtOnce();
    tiling::LayerNormGradTiling plain;
    plain.stackBufferSize = bytes;
    plain.bLength = Dim(shape, 0);
    plain.sLength = Dim(shape, 1);
    plain.hLength = plain.originalHLength = h;
    plain.oneCalSize = tile;
    plain.nohCalSize = split.rows_at_once;
    plain.loopNum = split.Rounds();
    plain.tailSize = split.TailRows() * h;
    plain.nohTailSize = split.TailRows();
    uint32_t* const positions[] = {
        &plain.tmpTensorBSHPos, &plain.pdVarTensorPos, &plain.pdMeanTensorPos,
        &plain.x1TensorPos,     &plain.x2TensorPos,    &plain.x3TensorPos,
        &plain.tmpTensorPos,    &plain.tmpTensor1Pos,  &plain.tmpTensor2Pos,
    };
    for (uint32_t i = 0; i < kGradTensors; ++i) {
        *positions[i] = std::min(i, split.buffers - 1) * tile;
    }
    plain.tmpTensorBSHSize = plain.pdVarTensorSize = plain.pdMeanTensorSize = tile;
    plain.x1TensorSize = plain.x2TensorSize = plain.x3TensorSize = tile;
    plain.tmpTensorSize = plain.tmpTensor1Size = plain.tmpTensor2Size = tile;
    plain.lastDimValueBack = BitsOf(1.0F / static_cast<float>(h));
    plain.lastDimValueBackMulTwo = BitsOf(2.0F / static_cast<float>(h));
    api_tiling::Assign(plain, tiling);
}

template <typename Tiling>
void GradBetaInfo(const ge::Shape& shape, uint32_t bytes, uint32_t type_size, bool reuse,
                  Tiling* tiling) {
    const uint32_t h = Dim(shape, 2);
    const uint32_t rows = RowCount(shape);
    const RowSplit split =
        api_tiling::SplitRows(rows, h, GradBetaCopies(type_size, reuse), 0, bytes);
    tiling::LayerNormGradBetaTiling plain;
    plain.stackBufferSize = split.floats;
    plain.bLength = Dim(shape, 0);
    plain.sLength = Dim(shape, 1);
    plain.hLength = plain.originalHLength = h;
    plain.bshLength = rows * h;
    plain.bsLength = rows;
    plain.oneCalSize = split.AtOnce();
    plain.numberOfTmpBuf = split.buffers;
    plain.loopRound = split.Rounds();
    plain.inputTailSize = split.TailRows() * h;
    plain.inputTailPos = split.Rounds() * split.AtOnce();
    plain.bsTailSize = split.TailRows();
    plain.bshCurLength = split.AtOnce();
    plain.bsCurLength = split.rows_at_once;
    // The sums of gamma and beta stand first where they are converted.
    plain.betaTempTensorPos = split.Start(split.buffers > 2 ? 1 : 0);
    plain.inputDyTmpTensorPos = split.Start(split.buffers > 2 ? 2 : 0);
    plain.resForGammaTmpTensorPos = split.Start(split.buffers - 1);
    api_tiling::Assign(plain, tiling);
}

/// [b, s * h] for the batch norm: columns are split, each with all batches.
struct Batches {
    uint32_t b, columns;
};

/// Columns that are taken together: a block, or of basic blocks a vector.
uint32_t ColumnUnit(bool basic) {
    constexpr uint32_t kFloatsPerVector = 64;
    return basic ? kFloatsPerVector : api_tiling::kFloatsPerBlock;
}

bool BatchesOf(const ge::Shape& shape, const ge::Shape& original, uint32_t type_size, bool basic,
               Batches* batches) {
    if (shape.GetDimNum() != 3 || original.GetDimNum() != 3 || type_size == 0) {
        return false;
    }
    for (size_t i = 0; i < 3; ++i) {
        if (original.GetDim(i) <= 0 || shape.GetDim(i) < original.GetDim(i)) {
            return false;
        }
    }
    *batches = {Dim(original, 0), Dim(shape, 1) * Dim(shape, 2)};
    return uint64_t{batches->columns} * type_size % tmp_size::kBlockBytes == 0 &&
           (!basic || batches->columns % ColumnUnit(true) == 0);
}

void BatchRange(const Batches& batches, bool basic, uint32_t* max_value, uint32_t* min_value) {
    const uint32_t stats = api_tiling::StatFloats(batches.columns);
    *min_value = tmp_size::Saturate(
        api_tiling::SplitBytes(ColumnUnit(basic), batches.b, kBatchCopies, stats));
    *max_value = tmp_size::Saturate(std::max<uint64_t>(
        api_tiling::SplitBytes(batches.columns, batches.b, kBatchCopies, stats), *min_value));
}

template <typename Tiling>
bool BatchInfo(const ge::Shape& shape, const ge::Shape& original, uint32_t bytes,
               uint32_t type_size, bool basic, Tiling* tiling) {
    Batches batches{};
    if (!BatchesOf(shape, original, type_size, basic, &batches)) {
        return false;
    }
    uint32_t max_value = 0;
    uint32_t min_value = 0;
    BatchRange(batches, basic, &max_value, &min_value);
    if (bytes < min_value) {
        return false;
    }
    const uint32_t stats = api_tiling::StatFloats(batches.columns);
    const uint32_t per_column = batches.b * kBatchCopies;
    uint32_t at_once = (bytes / api_tiling::kFloatBytes - 2 * stats) / per_column;
    at_once = std::min(at_once / ColumnUnit(basic) * ColumnUnit(basic), batches.columns);
    const uint32_t tile = at_once * batches.b;
    tiling::BatchNormTiling plain;
    plain.originalBLength = batches.b;
    plain.meanVarSize = batches.columns;
    plain.varianceTmpTensorPos = stats;
    plain.tmpBufSize = bytes / api_tiling::kFloatBytes;
    plain.oneTmpSize = tile;
    plain.firstTmpStartPos = 2 * stats;
    plain.secondTmpStartPos = 2 * stats + tile;
    plain.thirdTmpStartPos = 2 * stats + 2 * tile;
    plain.loopRound = batches.columns / at_once;
    plain.meanVarTailSize = batches.columns % at_once;
    plain.meanVarTailPos = plain.loopRound * at_once;
    plain.inputTailSize = plain.meanVarTailSize * batches.b;
    plain.inputTailPos = plain.meanVarTailPos;
    plain.bshCurLength = tile;
    plain.shCurLength = at_once;
    plain.firstDimValueBack = 1.0F / static_cast<float>(batches.b);
    plain.shCurLengthBlockNum = at_once / api_tiling::kFloatsPerBlock;
    plain.castHalfRepStride = batches.columns * type_size / tmp_size::kBlockBytes;
    plain.castHalfOutRepStride = plain.castHalfRepStride;
    api_tiling::Assign(plain, tiling);
    return true;
}

/// [n, c, h, w] in groups.
struct Groups {
    uint32_t n, c, hw, hw_aligned, g, d;

    uint32_t Count() const { return n * g; }
    uint32_t Length() const { return d * hw_aligned; }
};

Groups GroupsOf(const ge::Shape& shape, uint32_t type_size, uint32_t groups) {
    const uint32_t per_block = tmp_size::kBlockBytes / std::max(type_size, 1U);
    Groups result{};
    result.n = Dim(shape, 0);
    result.c = Dim(shape, 1);
    result.hw = Dim(shape, 2) * Dim(shape, 3);
    result.hw_aligned = static_cast<uint32_t>(tmp_size::AlignUp(result.hw, per_block));
    result.g = std::max(groups, 1U);
    result.d = std::max(result.c / result.g, 1U);
    return result;
}

template <typename Tiling>
void GroupInfo(const ge::Shape& shape, uint32_t bytes, uint32_t type_size, bool reuse,
               uint32_t groups, Tiling* tiling) {
    const Groups all = GroupsOf(shape, type_size, groups);
    const RowSplit split =
        api_tiling::SplitRows(all.Count(), all.Length(), Copies(kGroupCopies, type_size, reuse),
                              api_tiling::StatFloats(all.Count()), bytes);
    tiling::GroupNormTiling plain;
    plain.n = all.n;
    plain.c = all.c;
    plain.hw = all.hw;
    plain.g = all.g;
    plain.d = all.d;
    plain.hwAlignSize = all.hw_aligned;
    plain.dhwAlignSize = all.Length();
    api_tiling::FillSplit(split, &plain);
    plain.meanTmpTensorSize = split.stats;
    plain.bshCurLength = split.AtOnce();
    plain.bsCurLength = split.rows_at_once;
    plain.factor = 1.0F / (static_cast<float>(all.d) * static_cast<float>(all.hw));
    api_tiling::Assign(plain, tiling);
}

}  // namespace

void GetLayerNormGradMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                                   const bool isReuseSource, uint32_t& maxValue,
                                   uint32_t& minValue) {
    // Least: the rows of one batch.
    const uint64_t batch = uint64_t{Dim(srcShape, 1)} * Dim(srcShape, 2) *
                           GradCopies(typeSize, isReuseSource) * typeSize;
    minValue = tmp_size::Saturate(batch);
    maxValue = tmp_size::Saturate(batch * Dim(srcShape, 0));
}
void GetLayerNormGradNDTilingInfo(const ge::Shape srcShape, const uint32_t stackBufferSize,
                                  const uint32_t typeSize, const bool isReuseSource,
                                  optiling::LayerNormGradTiling& tiling) {
    GradInfo(srcShape, stackBufferSize, typeSize, isReuseSource, &tiling);
}
void GetLayerNormGradNDTilingInfo(const ge::Shape srcShape, const uint32_t stackBufferSize,
                                  const uint32_t typeSize, const bool isReuseSource,
                                  AscendC::tiling::LayerNormGradTiling& tiling) {
    GradInfo(srcShape, stackBufferSize, typeSize, isReuseSource, &tiling);
}

void GetLayerNormGradBetaMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                                       const bool isReuseSource, uint32_t& maxValue,
                                       uint32_t& minValue) {
    const uint32_t h = Dim(srcShape, 2);
    api_tiling::SplitRange(RowCount(srcShape), h, GradBetaCopies(typeSize, isReuseSource), 0,
                           &maxValue, &minValue);
}
void GetLayerNormGradBetaNDTilingInfo(const ge::Shape srcShape, const uint32_t stackBufferSize,
                                      const uint32_t typeSize, const bool isReuseSource,
                                      optiling::LayerNormGradBetaTiling& tiling) {
    GradBetaInfo(srcShape, stackBufferSize, typeSize, isReuseSource, &tiling);
}
void GetLayerNormGradBetaNDTilingInfo(const ge::Shape srcShape, const uint32_t stackBufferSize,
                                      const uint32_t typeSize, const bool isReuseSource,
                                      AscendC::tiling::LayerNormGradBetaTiling& tiling) {
    GradBetaInfo(srcShape, stackBufferSize, typeSize, isReuseSource, &tiling);
}

bool GetBatchNormMaxMinTmpSize(const ge::Shape& srcShape, const ge::Shape& originSrcShape,
                               const uint32_t typeSize, const bool, uint32_t& maxValue,
                               uint32_t& minValue, const bool isBasicBlock) {
    Batches batches{};
    if (!BatchesOf(srcShape, originSrcShape, typeSize, isBasicBlock, &batches)) {
        return false;
    }
    BatchRange(batches, isBasicBlock, &maxValue, &minValue);
    return true;
}
bool GetBatchNormNDTilingInfo(const ge::Shape& srcShape, const ge::Shape& originSrcShape,
                              const uint32_t stackBufferByteSize, const uint32_t typeSize,
                              const bool, optiling::BatchNormTiling& tilling,
                              const bool isBasicBlock) {
    return BatchInfo(srcShape, originSrcShape, stackBufferByteSize, typeSize, isBasicBlock,
                     &tilling);
}
bool GetBatchNormNDTilingInfo(const ge::Shape& srcShape, const ge::Shape& originSrcShape,
                              const uint32_t stackBufferByteSize, const uint32_t typeSize,
                              const bool, AscendC::tiling::BatchNormTiling& tilling,
                              const bool isBasicBlock) {
    return BatchInfo(srcShape, originSrcShape, stackBufferByteSize, typeSize, isBasicBlock,
                     &tilling);
}

void GetGroupNormMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                               const bool isReuseSource, const uint32_t groupNum,
                               uint32_t& maxValue, uint32_t& minValue) {
    const Groups all = GroupsOf(srcShape, typeSize, groupNum);
    api_tiling::SplitRange(all.Count(), all.Length(), Copies(kGroupCopies, typeSize, isReuseSource),
                           api_tiling::StatFloats(all.Count()), &maxValue, &minValue);
}
void GetGroupNormNDTilingInfo(const ge::Shape& srcShape, const uint32_t stackBufferSize,
                              const uint32_t typeSize, const bool isReuseSource,
                              const uint32_t groupNum, optiling::GroupNormTiling& tiling) {
    GroupInfo(srcShape, stackBufferSize, typeSize, isReuseSource, groupNum, &tiling);
}
void GetGroupNormNDTilingInfo(const ge::Shape& srcShape, const uint32_t stackBufferSize,
                              const uint32_t typeSize, const bool isReuseSource,
                              const uint32_t groupNum, AscendC::tiling::GroupNormTiling& tiling) {
    GroupInfo(srcShape, stackBufferSize, typeSize, isReuseSource, groupNum, &tiling);
}

}  // namespace AscendC
