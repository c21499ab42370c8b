// Temporary memory and tiling of the layer norm, its relatives on rows, and Welford's algorithm.
#include "lib/normalization/deepnorm_tiling.h"
#include "lib/normalization/layernorm_tiling.h"
#include "lib/normalization/normalize_tiling.h"
#include "lib/normalization/rmsnorm_tiling.h"
#include "lib/normalization/welfordfinalize_tiling.h"
#include "tiling/assign.h"
#include "tiling/row_split.h"

namespace AscendC {
namespace {

using api_tiling::Copies;
using api_tiling::Dim;
using api_tiling::RowSplit;

// Copies of a row in float; a reused float source is one of them.
constexpr uint32_t kNormCopies = 3;
constexpr uint32_t kSeparateCopies = 2;
constexpr uint32_t kDeepCopies = 3;
constexpr uint32_t kFinalizeVectors = 4;
constexpr uint32_t kFloatsPerVector = 64;
constexpr uint32_t kBasicRows = 8;
constexpr uint32_t kLongestBasicRow = 2048;    // basic blocks have shorter ones
constexpr uint32_t kLongestDeepRow = 255 * 8;  // blocks that an instruction strides over
constexpr uint32_t kMostRmsRows = 255;         // repeats of an instruction

/// Extents of [b, s, h] or [a, r].
struct NormExtents {
    uint32_t b, s, h;

    uint32_t Count() const { return b * s; }
};

NormExtents RowsOf(const ge::Shape& shape) {
    const size_t dims = shape.GetDimNum();
    NormExtents rows{1, 1, dims == 0 ? 1 : Dim(shape, dims - 1)};
    if (dims >= 2) {
        rows.b = Dim(shape, 0);
    }
    for (size_t i = 1; i + 1 < dims; ++i) {
        rows.s *= Dim(shape, i);
    }
    return rows;
}

void Range(const NormExtents& rows, uint32_t copies, uint32_t* max_value, uint32_t* min_value) {
    api_tiling::SplitRange(rows.Count(), rows.h, copies, api_tiling::StatFloats(rows.Count()),
                           max_value, min_value);
}

RowSplit Split(const NormExtents& rows, uint32_t copies, uint32_t bytes) {
    return api_tiling::SplitRows(rows.Count(), rows.h, copies, api_tiling::StatFloats(rows.Count()),
                                 bytes);
}

/// Basic blocks are of whole vectors, eight rows at a time, and not padded.
bool AreBasic(const NormExtents& rows, uint32_t valid) {
    return rows.Count() % kBasicRows == 0 && rows.h % kFloatsPerVector == 0 &&
           rows.h < kLongestBasicRow && rows.h == valid;
}

/// [b, s, h], or [a, r]: the axes after the third do not count.
NormExtents FirstThree(const ge::Shape& shape) {
    return shape.GetDimNum() > 3 ? NormExtents{Dim(shape, 0), Dim(shape, 1), Dim(shape, 2)}
                                 : RowsOf(shape);
}

/// RmsNorm: a float copy of `count` rows, two of half data, and a sum of each.
uint64_t RmsBytes(const NormExtents& rows, uint32_t type_size, uint32_t count) {
    const uint32_t copies = type_size == api_tiling::kHalfBytes ? 2 : 1;
    return (uint64_t{count} * rows.h * copies + api_tiling::StatFloats(count)) *
           api_tiling::kFloatBytes;
}

/// As many as `bytes` hold; 0 if they hold none.
uint32_t RmsRows(const NormExtents& rows, uint32_t type_size, uint32_t bytes) {
    uint32_t count = std::min(rows.Count(), kMostRmsRows);
    while (count > 0 && RmsBytes(rows, type_size, count) > bytes) {
        --count;
    }
    return count;
}

/// Where rows are split from their statistics: gamma and beta in float, a statistic of each row,
/// and copies of some rows.
uint32_t SeparateFixed(const NormExtents& rows) {
    return 2 * rows.h + api_tiling::StatFloats(rows.Count());
}

RowSplit SplitSeparate(const NormExtents& rows, uint32_t bytes) {
    const uint32_t fixed = SeparateFixed(rows) * api_tiling::kFloatBytes;
    RowSplit split = api_tiling::SplitRows(rows.Count(), rows.h, kSeparateCopies, 0,
                                           bytes > fixed ? bytes - fixed : 0);
    split.floats = bytes / api_tiling::kFloatBytes;
    return split;
}

/// Most: copies of all rows.
uint32_t SeparateMost(const NormExtents& rows, uint32_t fixed) {
    return tmp_size::Saturate(
        (fixed + uint64_t{kSeparateCopies} * api_tiling::StatFloats(rows.Count()) * rows.h) *
        api_tiling::kFloatBytes);
}

/// True if both are [b, s, h], agree but for padding of h, and h fills whole blocks.
bool AreRows(const ge::Shape& shape, const ge::Shape& original, uint32_t type_size) {
    if (shape.GetDimNum() != 3 || original.GetDimNum() != 3 || type_size == 0) {
        return false;
    }
    for (size_t i = 0; i < 3; ++i) {
        if (shape.GetDim(i) <= 0 || original.GetDim(i) <= 0) {
            return false;
        }
    }
    return shape.GetDim(0) == original.GetDim(0) && shape.GetDim(1) == original.GetDim(1) &&
           shape.GetDim(2) >= original.GetDim(2) &&
           static_cast<uint64_t>(shape.GetDim(2)) * type_size % tmp_size::kBlockBytes == 0;
}

template <typename Tiling>
void FillRows(const NormExtents& rows, uint32_t valid, const RowSplit& split, Tiling* tiling) {
    tiling->bLength = rows.b;
    tiling->sLength = rows.s;
    tiling->hLength = rows.h;
    tiling->originalHLength = valid;
    api_tiling::FillSplit(split, tiling);
    tiling->meanTmpTensorSize = split.stats;
    tiling->bshCurLength = split.AtOnce();
    tiling->bsCurLength = split.rows_at_once;
    tiling->lastDimValueBack = 1.0F / static_cast<float>(valid);
}

template <typename Tiling>
void LayerNormInfo(const ge::Shape& shape, uint32_t bytes, uint32_t type_size, bool reuse,
                   Tiling* tiling) {
    const NormExtents rows = FirstThree(shape);
    tiling::LayerNormTiling plain;
    FillRows(rows, rows.h, Split(rows, Copies(kNormCopies, type_size, reuse), bytes), &plain);
    api_tiling::Assign(plain, tiling);
}

template <typename Tiling>
void LayerNormSeparateInfo(const ge::Shape& shape, uint32_t bytes, Tiling* tiling) {
    const NormExtents rows = RowsOf(shape);
    const RowSplit split = SplitSeparate(rows, bytes);
    tiling::LayerNormSeparateTiling plain;
    plain.aLength = rows.Count();
    plain.rLength = rows.h;
    // Rows are halved until a power of two is left; what exceeds it is added first.
    uint32_t head = 1;
    while (head <= rows.h / 2) {
        head *= 2;
        ++plain.halfAddRepeatTimes;
    }
    plain.rHeadLength = head;
    plain.k2Rec = 1.0F / static_cast<float>(head);
    plain.k2RRec = static_cast<float>(head) / static_cast<float>(rows.h);
    api_tiling::FillSplit(split, &plain);
    plain.arCurLength = split.AtOnce();
    plain.aCurLength = split.rows_at_once;
    plain.rValueBack = 1.0F / static_cast<float>(rows.h);
    api_tiling::Assign(plain, tiling);
}

template <typename Tiling>
bool RmsNormInfo(const ge::Shape& shape, const ge::Shape& original, uint32_t bytes,
                 uint32_t type_size, bool basic, Tiling* tiling) {
    if (!AreRows(shape, original, type_size)) {
        return false;
    }
    const NormExtents rows = RowsOf(shape);
    const uint32_t count = RmsRows(rows, type_size, bytes);
    if (count == 0 || (basic && !AreBasic(rows, Dim(original, 2)))) {
        return false;
    }
    tiling::RmsNormTiling plain;
    plain.bLength = rows.b;
    plain.sLength = rows.s;
    plain.hLength = rows.h;
    plain.originalHLength = Dim(original, 2);
    plain.reciprocalOfHLength = 1.0F / static_cast<float>(plain.originalHLength);
    plain.mainBsLength = count;
    plain.mainBshLength = count * rows.h;
    plain.mainBsLengthAlign = api_tiling::StatFloats(count);
    plain.loopRound = rows.Count() / count;
    plain.inputTailPos = plain.loopRound * plain.mainBshLength;
    plain.tailBsLength = rows.Count() % count;
    plain.tailBshLength = plain.tailBsLength * rows.h;
    api_tiling::Assign(plain, tiling);
    return true;
}

template <typename Tiling>
bool DeepNormInfo(const ge::Shape& shape, const ge::Shape& original, uint32_t bytes,
                  uint32_t type_size, bool reuse, bool basic, Tiling* tiling) {
    if (!AreRows(shape, original, type_size)) {
        return false;
    }
    const NormExtents rows = RowsOf(shape);
    const uint32_t valid = Dim(original, 2);
    const uint32_t copies = Copies(kDeepCopies, type_size, reuse);
    uint32_t max_value = 0;
    uint32_t min_value = 0;
    Range(rows, copies, &max_value, &min_value);
    if (bytes < min_value || rows.h > kLongestDeepRow || (basic && !AreBasic(rows, valid))) {
        return false;
    }
    RowSplit split = Split(rows, copies, bytes);
    if (basic && split.rows_at_once > kBasicRows) {
        split.rows_at_once -= split.rows_at_once % kBasicRows;
    }
    tiling::DeepNormTiling plain;
    FillRows(rows, valid, split, &plain);
    api_tiling::Assign(plain, tiling);
    return true;
}

}  // namespace

void GetLayerNormMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                               const bool isReuseSource, uint32_t& maxValue, uint32_t& minValue) {
    Range(FirstThree(srcShape), Copies(kNormCopies, typeSize, isReuseSource), &maxValue, &minValue);
}
void GetLayerNormNDTilingInfo(const ge::Shape& srcShape, const uint32_t stackBufferSize,
                              const uint32_t typeSize, const bool isReuseSource,
                              optiling::LayerNormTiling& tiling) {
    LayerNormInfo(srcShape, stackBufferSize, typeSize, isReuseSource, &tiling);
}
void GetLayerNormNDTilingInfo(const ge::Shape& srcShape, const uint32_t stackBufferSize,
                              const uint32_t typeSize, const bool isReuseSource,
                              AscendC::tiling::LayerNormTiling& tiling) {
    LayerNormInfo(srcShape, stackBufferSize, typeSize, isReuseSource, &tiling);
}
void GetLayerNormNDTillingInfo(const ge::Shape& srcShape, const uint32_t stackBufferSize,
                               const uint32_t typeSize, const bool isReuseSource,
                               optiling::LayerNormTiling& tilling) {
    LayerNormInfo(srcShape, stackBufferSize, typeSize, isReuseSource, &tilling);
}

void GetLayerNormMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t, const bool, const bool,
                               const bool, uint32_t& maxValue, uint32_t& minValue) {
    const NormExtents rows = RowsOf(srcShape);
    const uint32_t stats = api_tiling::StatFloats(rows.Count());
    // First mean and variance of all rows, then a row at a time.
    minValue = tmp_size::Saturate((uint64_t{stats} + std::max(2 * rows.h, stats)) *
                                  api_tiling::kFloatBytes);
    maxValue = SeparateMost(rows, SeparateFixed(rows));
}
void GetLayerNormNDTilingInfo(const ge::Shape& srcShape, const uint32_t stackBufferSize,
                              const uint32_t, const bool, const bool,
                              optiling::LayerNormSeparateTiling& tiling) {
    LayerNormSeparateInfo(srcShape, stackBufferSize, &tiling);
}
void GetLayerNormNDTilingInfo(const ge::Shape& srcShape, const uint32_t stackBufferSize,
                              const uint32_t, const bool, const bool,
                              AscendC::tiling::LayerNormSeparateTiling& tiling) {
    LayerNormSeparateInfo(srcShape, stackBufferSize, &tiling);
}

void GetNormalizeMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSizeU, const uint32_t,
                               const bool, const bool, const bool, uint32_t& maxValue,
                               uint32_t& minValue) {
    const NormExtents rows = RowsOf(srcShape);
    // Gamma and beta of half become float next to the row.
    const uint64_t parameters = typeSizeU == api_tiling::kHalfBytes ? 2 : 0;
    minValue =
        tmp_size::Saturate((kSeparateCopies + parameters) * rows.h * api_tiling::kFloatBytes);
    maxValue = SeparateMost(rows, 2 * rows.h);
}

void GetWelfordUpdateMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSizeT,
                                   const uint32_t, const bool isReuseSource, const bool,
                                   uint32_t& maxValue, uint32_t& minValue) {
    const uint32_t converted = typeSizeT == api_tiling::kHalfBytes ? 1 : 0;
    tmp_size::LiveVectors(tmp_size::ElementsOf(srcShape), api_tiling::kFloatBytes,
                          Copies(2 + converted, typeSizeT, isReuseSource), &maxValue, &minValue);
}
void GetWelfordFinalizeMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t, const bool,
                                     uint32_t& maxValue, uint32_t& minValue) {
    // Two copies of all, and a vector next to each.
    const uint64_t all = tmp_size::AlignUp(tmp_size::ElementsOf(srcShape) * api_tiling::kFloatBytes,
                                           tmp_size::kBlockBytes);
    minValue = kFinalizeVectors * tmp_size::kRepeatBytes;
    maxValue = std::max(minValue, tmp_size::Saturate(2 * (tmp_size::kRepeatBytes + all)));
}

bool GetRmsNormMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, uint32_t& maxValue,
                             uint32_t& minValue, const bool isBasicBlock) {
    const NormExtents rows = RowsOf(srcShape);
    if (!AreRows(srcShape, srcShape, typeSize) || (isBasicBlock && !AreBasic(rows, rows.h))) {
        return false;
    }
    minValue = tmp_size::Saturate(RmsBytes(rows, typeSize, 1));
    maxValue = tmp_size::Saturate(RmsBytes(rows, typeSize, rows.Count()));
    return true;
}
bool GetRmsNormTilingInfo(const ge::Shape& srcShape, const ge::Shape& originSrcShape,
                          const uint32_t stackBufferByteSize, const uint32_t typeSize,
                          optiling::RmsNormTiling& tiling, const bool isBasicBlock) {
    return RmsNormInfo(srcShape, originSrcShape, stackBufferByteSize, typeSize, isBasicBlock,
                       &tiling);
}
bool GetRmsNormTilingInfo(const ge::Shape& srcShape, const ge::Shape& originSrcShape,
                          const uint32_t stackBufferByteSize, const uint32_t typeSize,
                          AscendC::tiling::RmsNormTiling& tiling, const bool isBasicBlock) {
    return RmsNormInfo(srcShape, originSrcShape, stackBufferByteSize, typeSize, isBasicBlock,
                       &tiling);
}

bool GetDeepNormMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                              const bool isReuseSource, const bool isBasicBlock, uint32_t& maxValue,
                              uint32_t& minValue) {
    const NormExtents rows = RowsOf(srcShape);
    if (!AreRows(srcShape, srcShape, typeSize) || (isBasicBlock && !AreBasic(rows, rows.h))) {
        return false;
    }
    Range(rows, Copies(kDeepCopies, typeSize, isReuseSource), &maxValue, &minValue);
    return true;
}
bool GetDeepNormTilingInfo(const ge::Shape& srcShape, const ge::Shape& originSrcShape,
                           const uint32_t stackBufferSize, const uint32_t typeSize,
                           const bool isReuseSource, const bool isBasicBlock,
                           optiling::DeepNormTiling& tiling) {
    return DeepNormInfo(srcShape, originSrcShape, stackBufferSize, typeSize, isReuseSource,
                        isBasicBlock, &tiling);
}
bool GetDeepNormTilingInfo(const ge::Shape& srcShape, const ge::Shape& originSrcShape,
                           const uint32_t stackBufferSize, const uint32_t typeSize,
                           const bool isReuseSource, const bool isBasicBlock,
                           AscendC::tiling::DeepNormTiling& tiling) {
    return DeepNormInfo(srcShape, originSrcShape, stackBufferSize, typeSize, isReuseSource,
                        isBasicBlock, &tiling);
}

}  // namespace AscendC
