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
constexpr uint32_t kRmsCopies = 2;
constexpr uint32_t kDeepCopies = 4;
constexpr uint32_t kWelfordCopies = 3;
constexpr uint32_t kFinalizeCopies = 2;

/// Extents of [b, s, h] or [a, r].
struct Rows {
    uint32_t b, s, h;

    uint32_t Count() const { return b * s; }
};

Rows RowsOf(const ge::Shape& shape) {
    const size_t dims = shape.GetDimNum();
    Rows rows{1, 1, dims == 0 ? 1 : Dim(shape, dims - 1)};
    if (dims >= 2) {
        rows.b = Dim(shape, 0);
    }
    for (size_t i = 1; i + 1 < dims; ++i) {
        rows.s *= Dim(shape, i);
    }
    return rows;
}

void Range(const Rows& rows, uint32_t copies, uint32_t type_size, uint32_t* max_value,
           uint32_t* min_value) {
    api_tiling::SplitRange(rows.Count(), rows.h, copies,
                           api_tiling::StatFloats(rows.Count(), type_size), max_value, min_value);
}

RowSplit Split(const Rows& rows, uint32_t copies, uint32_t type_size, uint32_t bytes) {
    return api_tiling::SplitRows(rows.Count(), rows.h, copies,
                                 api_tiling::StatFloats(rows.Count(), type_size), bytes);
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
void FillRows(const Rows& rows, uint32_t valid, const RowSplit& split, Tiling* tiling) {
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
    const Rows rows = RowsOf(shape);
    tiling::LayerNormTiling plain;
    FillRows(rows, rows.h, Split(rows, Copies(kNormCopies, type_size, reuse), type_size, bytes),
             &plain);
    api_tiling::Assign(plain, tiling);
}

template <typename Tiling>
void LayerNormSeparateInfo(const ge::Shape& shape, uint32_t bytes, uint32_t type_size, bool reuse,
                           Tiling* tiling) {
    const Rows rows = RowsOf(shape);
    const RowSplit split = Split(rows, Copies(kNormCopies, type_size, reuse), type_size, bytes);
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
                 uint32_t type_size, Tiling* tiling) {
    if (!AreRows(shape, original, type_size)) {
        return false;
    }
    const Rows rows = RowsOf(shape);
    uint32_t max_value = 0;
    uint32_t min_value = 0;
    Range(rows, kRmsCopies, type_size, &max_value, &min_value);
    if (bytes < min_value) {
        return false;
    }
    const RowSplit split = Split(rows, kRmsCopies, type_size, bytes);
    tiling::RmsNormTiling plain;
    plain.bLength = rows.b;
    plain.sLength = rows.s;
    plain.hLength = rows.h;
    plain.originalHLength = Dim(original, 2);
    plain.reciprocalOfHLength = 1.0F / static_cast<float>(plain.originalHLength);
    plain.mainBshLength = split.AtOnce();
    plain.mainBsLength = split.rows_at_once;
    plain.mainBsLengthAlign =
        static_cast<uint32_t>(tmp_size::AlignUp(split.rows_at_once, api_tiling::kFloatsPerBlock));
    plain.loopRound = split.Rounds();
    plain.inputTailPos = split.Rounds() * split.AtOnce();
    plain.tailBshLength = split.TailRows() * split.row;
    plain.tailBsLength = split.TailRows();
    api_tiling::Assign(plain, tiling);
    return true;
}

template <typename Tiling>
bool DeepNormInfo(const ge::Shape& shape, const ge::Shape& original, uint32_t bytes,
                  uint32_t type_size, bool reuse, Tiling* tiling) {
    if (!AreRows(shape, original, type_size)) {
        return false;
    }
    const Rows rows = RowsOf(shape);
    const uint32_t copies = Copies(kDeepCopies, type_size, reuse);
    uint32_t max_value = 0;
    uint32_t min_value = 0;
    Range(rows, copies, type_size, &max_value, &min_value);
    if (bytes < min_value) {
        return false;
    }
    tiling::DeepNormTiling plain;
    FillRows(rows, Dim(original, 2), Split(rows, copies, type_size, bytes), &plain);
    api_tiling::Assign(plain, tiling);
    return true;
}

}  // namespace

void GetLayerNormMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                               const bool isReuseSource, uint32_t& maxValue, uint32_t& minValue) {
    Range(RowsOf(srcShape), Copies(kNormCopies, typeSize, isReuseSource), typeSize, &maxValue,
          &minValue);
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

void GetLayerNormMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                               const bool isReuseSource, const bool, const bool, uint32_t& maxValue,
                               uint32_t& minValue) {
    GetLayerNormMaxMinTmpSize(srcShape, typeSize, isReuseSource, maxValue, minValue);
}
void GetLayerNormNDTilingInfo(const ge::Shape& srcShape, const uint32_t stackBufferSize,
                              const uint32_t typeSize, const bool isReuseSource, const bool,
                              optiling::LayerNormSeparateTiling& tiling) {
    LayerNormSeparateInfo(srcShape, stackBufferSize, typeSize, isReuseSource, &tiling);
}
void GetLayerNormNDTilingInfo(const ge::Shape& srcShape, const uint32_t stackBufferSize,
                              const uint32_t typeSize, const bool isReuseSource, const bool,
                              AscendC::tiling::LayerNormSeparateTiling& tiling) {
    LayerNormSeparateInfo(srcShape, stackBufferSize, typeSize, isReuseSource, &tiling);
}

void GetNormalizeMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t, const uint32_t typeSizeT,
                               const bool isReuseSource, const bool, const bool, uint32_t& maxValue,
                               uint32_t& minValue) {
    Range(RowsOf(srcShape), Copies(kNormCopies, typeSizeT, isReuseSource), typeSizeT, &maxValue,
          &minValue);
}

void GetWelfordUpdateMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSizeT,
                                   const uint32_t, const bool isReuseSource, const bool,
                                   uint32_t& maxValue, uint32_t& minValue) {
    tmp_size::LiveVectors(tmp_size::ElementsOf(srcShape), api_tiling::kFloatBytes,
                          Copies(kWelfordCopies, typeSizeT, isReuseSource), &maxValue, &minValue);
}
void GetWelfordFinalizeMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t, const bool,
                                     uint32_t& maxValue, uint32_t& minValue) {
    tmp_size::LiveVectors(tmp_size::ElementsOf(srcShape), api_tiling::kFloatBytes, kFinalizeCopies,
                          &maxValue, &minValue);
}

bool GetRmsNormMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, uint32_t& maxValue,
                             uint32_t& minValue, const bool) {
    if (!AreRows(srcShape, srcShape, typeSize)) {
        return false;
    }
    Range(RowsOf(srcShape), kRmsCopies, typeSize, &maxValue, &minValue);
    return true;
}
bool GetRmsNormTilingInfo(const ge::Shape& srcShape, const ge::Shape& originSrcShape,
                          const uint32_t stackBufferByteSize, const uint32_t typeSize,
                          optiling::RmsNormTiling& tiling, const bool) {
    return RmsNormInfo(srcShape, originSrcShape, stackBufferByteSize, typeSize, &tiling);
}
bool GetRmsNormTilingInfo(const ge::Shape& srcShape, const ge::Shape& originSrcShape,
                          const uint32_t stackBufferByteSize, const uint32_t typeSize,
                          AscendC::tiling::RmsNormTiling& tiling, const bool) {
    return RmsNormInfo(srcShape, originSrcShape, stackBufferByteSize, typeSize, &tiling);
}

bool GetDeepNormMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                              const bool isReuseSource, const bool, uint32_t& maxValue,
                              uint32_t& minValue) {
    if (!AreRows(srcShape, srcShape, typeSize)) {
        return false;
    }
    Range(RowsOf(srcShape), Copies(kDeepCopies, typeSize, isReuseSource), typeSize, &maxValue,
          &minValue);
    return true;
}
bool GetDeepNormTilingInfo(const ge::Shape& srcShape, const ge::Shape& originSrcShape,
                           const uint32_t stackBufferSize, const uint32_t typeSize,
                           const bool isReuseSource, const bool, optiling::DeepNormTiling& tiling) {
    return DeepNormInfo(srcShape, originSrcShape, stackBufferSize, typeSize, isReuseSource,
                        &tiling);
}
bool GetDeepNormTilingInfo(const ge::Shape& srcShape, const ge::Shape& originSrcShape,
                           const uint32_t stackBufferSize, const uint32_t typeSize,
                           const bool isReuseSource, const bool,
                           AscendC::tiling::DeepNormTiling& tiling) {
    return DeepNormInfo(srcShape, originSrcShape, stackBufferSize, typeSize, isReuseSource,
                        &tiling);
}

}  // namespace AscendC
