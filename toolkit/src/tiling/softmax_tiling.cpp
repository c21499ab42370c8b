// Temporary memory and tiling of the softmax family: whole rows at a time, computed in float.
#include <algorithm>

#include "lib/activation/logsoftmax_tiling.h"
#include "lib/activation/softmax_tiling.h"
#include "tiling/tmp_size.h"

namespace AscendC {
namespace {

constexpr uint32_t kFloatBytes = 4;
constexpr uint32_t kFloatBlock = tmp_size::kBlockBytes / kFloatBytes;    // floats of a block
constexpr uint32_t kFloatRepeat = tmp_size::kRepeatBytes / kFloatBytes;  // floats of a repeat
constexpr uint32_t kBasicBlockRows = 8;
constexpr uint32_t kBasicBlockMaxColumns = 2048;

struct Rows {
    uint32_t count = 1;
    uint32_t length = 1;
};

Rows RowsOf(const ge::Shape& shape) {
    Rows rows;
    const size_t dims = shape.GetDimNum();
    if (dims == 0) {
        return rows;
    }
    rows.length = static_cast<uint32_t>(std::max<int64_t>(shape.GetDim(dims - 1), 1));
    const uint64_t elements = tmp_size::ElementsOf(shape);
    rows.count = static_cast<uint32_t>(std::max<uint64_t>(elements / rows.length, 1));
    return rows;
}

/// Floats of temporary memory for one row: `copies` of the row, its maximum and sum, and a partial
/// result.
uint32_t FloatsPerRow(uint32_t length, uint32_t copies) {
    return copies * length + kFloatBlock + kFloatRepeat;
}

uint32_t TmpBytes(const ge::Shape& shape, uint32_t copies, bool all_rows) {
    const Rows rows = RowsOf(shape);
    const uint64_t row = uint64_t{FloatsPerRow(rows.length, copies)} * kFloatBytes;
    return tmp_size::Saturate(all_rows ? row * rows.count : row);
}

template <typename Tiling>
void Fill(const ge::Shape& shape, uint32_t type_size, uint32_t workspace_bytes, uint32_t copies,
          Tiling* tiling) {
    const Rows rows = RowsOf(shape);
    const uint32_t out_length = tmp_size::kBlockBytes / std::max(type_size, 1U);
    const uint32_t floats = workspace_bytes / kFloatBytes;
    uint32_t split = std::min(floats / FloatsPerRow(rows.length, copies), rows.count);
    if (split > kBasicBlockRows) {
        split = split / kBasicBlockRows * kBasicBlockRows;
    }
    split = std::max(split, 1U);
    const uint32_t tail = rows.count % split;
    tiling->set_srcM(rows.count);
    tiling->set_srcK(rows.length);
    tiling->set_srcSize(rows.count * rows.length);
    tiling->set_outMaxM(rows.count);
    tiling->set_outMaxK(out_length);
    tiling->set_outMaxSize(rows.count * out_length);
    tiling->set_splitM(split);
    tiling->set_splitK(rows.length);
    tiling->set_splitSize(split * rows.length);
    tiling->set_reduceM(split);
    tiling->set_reduceK(kFloatBlock);
    tiling->set_reduceSize(split * kFloatBlock);
    tiling->set_rangeM(rows.count / split);
    tiling->set_tailM(tail);
    tiling->set_tailSplitSize(tail * rows.length);
    tiling->set_tailReduceSize(tail * kFloatBlock);
}

// Copies of a row in float that each function keeps.
constexpr uint32_t kSoftMaxCopies = 1;
constexpr uint32_t kFlashCopies = 2;
constexpr uint32_t kFlashV3Copies = 3;
constexpr uint32_t kGradCopies = 3;

}  // namespace

uint32_t GetSoftMaxMaxTmpSize(const ge::Shape& srcShape, const uint32_t, const bool) {
    return TmpBytes(srcShape, kSoftMaxCopies, true);
}
uint32_t GetSoftMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t, const bool) {
    return TmpBytes(srcShape, kSoftMaxCopies, false);
}
void SoftMaxTilingFunc(const ge::Shape& srcShape, const uint32_t dataTypeSize,
                       const uint32_t localWorkSpaceSize, optiling::SoftMaxTiling& softmaxTiling) {
    Fill(srcShape, dataTypeSize, localWorkSpaceSize, kSoftMaxCopies, &softmaxTiling);
}

uint32_t GetSoftMaxFlashMaxTmpSize(const ge::Shape& srcShape, const uint32_t, const bool,
                                   const bool) {
    return TmpBytes(srcShape, kFlashCopies, true);
}
uint32_t GetSoftMaxFlashMinTmpSize(const ge::Shape& srcShape, const uint32_t, const bool,
                                   const bool) {
    return TmpBytes(srcShape, kFlashCopies, false);
}
void SoftMaxFlashTilingFunc(const ge::Shape& srcShape, const uint32_t dataTypeSize,
                            const uint32_t localWorkSpaceSize,
                            optiling::SoftMaxTiling& softmaxFlashTiling, const bool) {
    Fill(srcShape, dataTypeSize, localWorkSpaceSize, kFlashCopies, &softmaxFlashTiling);
}

uint32_t GetSoftMaxFlashV2MinTmpSize(const ge::Shape& srcShape, const uint32_t, const uint32_t,
                                     const bool, const bool, const bool) {
    return TmpBytes(srcShape, kFlashCopies, false);
}
uint32_t GetSoftMaxFlashV2MaxTmpSize(const ge::Shape& srcShape, const uint32_t, const uint32_t,
                                     const bool, const bool, const bool) {
    return TmpBytes(srcShape, kFlashCopies, true);
}
void SoftMaxFlashV2TilingFunc(const ge::Shape& srcShape, const uint32_t,
                              const uint32_t dataTypeSize2, const uint32_t localWorkSpaceSize,
                              optiling::SoftMaxTiling& softmaxFlashTiling, const bool, const bool,
                              const bool) {
    Fill(srcShape, dataTypeSize2, localWorkSpaceSize, kFlashCopies, &softmaxFlashTiling);
}

void GetSoftMaxFlashV3MaxMinTmpSize(const ge::Shape& srcShape, const uint32_t, const uint32_t,
                                    uint32_t& maxValue, uint32_t& minValue, const bool,
                                    const bool) {
    maxValue = TmpBytes(srcShape, kFlashV3Copies, true);
    minValue = TmpBytes(srcShape, kFlashV3Copies, false);
}
void SoftMaxFlashV3TilingFunc(const ge::Shape& srcShape, const uint32_t,
                              const uint32_t dataTypeSize2, const uint32_t localWorkSpaceSize,
                              optiling::SoftMaxTiling& softmaxFlashV3Tiling, const bool,
                              const bool) {
    Fill(srcShape, dataTypeSize2, localWorkSpaceSize, kFlashV3Copies, &softmaxFlashV3Tiling);
}

uint32_t GetSoftMaxGradMaxTmpSize(const ge::Shape& srcShape, const uint32_t, const bool,
                                  const bool) {
    return TmpBytes(srcShape, kGradCopies, true);
}
uint32_t GetSoftMaxGradMinTmpSize(const ge::Shape& srcShape, const uint32_t, const bool,
                                  const bool) {
    return TmpBytes(srcShape, kGradCopies, false);
}
void SoftMaxGradTilingFunc(const ge::Shape& srcShape, const uint32_t dataTypeSize,
                           const uint32_t localWorkSpaceSize,
                           optiling::SoftMaxTiling& softmaxGradTiling, const bool) {
    Fill(srcShape, dataTypeSize, localWorkSpaceSize, kGradCopies, &softmaxGradTiling);
}

bool IsBasicBlockInSoftMax(optiling::SoftMaxTiling& tiling, const uint32_t) {
    return tiling.get_srcK() < kBasicBlockMaxColumns && tiling.get_srcK() % kFloatRepeat == 0 &&
           tiling.get_splitM() % kBasicBlockRows == 0;
}

uint32_t GetLogSoftMaxMaxTmpSize(const ge::Shape srcShape, const uint32_t, const bool) {
    return TmpBytes(srcShape, kFlashCopies, true);
}
uint32_t GetLogSoftMaxMinTmpSize(const ge::Shape srcShape, const uint32_t, const bool) {
    return TmpBytes(srcShape, kFlashCopies, false);
}
void LogSoftMaxTilingFunc(const ge::Shape srcShape, const uint32_t dataTypeSize,
                          const uint32_t localWorkSpaceSize,
                          optiling::LogSoftMaxTiling& softmaxTiling) {
    Fill(srcShape, dataTypeSize, localWorkSpaceSize, kFlashCopies, &softmaxTiling);
}

}  // namespace AscendC
