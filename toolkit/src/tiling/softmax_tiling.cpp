// Temporary memory and tiling of the softmax family: whole rows at a time, computed in float.
#include "lib/activation/softmax_tiling.h"

#include <algorithm>

#include "detail/library/softmax_tiling.h"
#include "lib/activation/logsoftmax_tiling.h"
#include "tiling/assign.h"
#include "tiling/tmp_size.h"

namespace AscendC {
namespace {

using isa::SoftmaxRow;

constexpr uint32_t kFloatBytes = 4;

struct RowExtents {
    uint32_t count = 1;
    uint32_t length = 1;
};

RowExtents RowsOf(const ge::Shape& shape) {
    RowExtents rows;
    const size_t dims = shape.GetDimNum();
    if (dims == 0) {
        return rows;
    }
    rows.length = static_cast<uint32_t>(std::max<int64_t>(shape.GetDim(dims - 1), 1));
    const uint64_t elements = tmp_size::ElementsOf(shape);
    rows.count = static_cast<uint32_t>(std::max<uint64_t>(elements / rows.length, 1));
    return rows;
}

/// Bytes of an element of the data, and of the rows' statistics.
struct Types {
    uint32_t data, stat;
};

bool IsFloating(uint32_t type_size) {
    return type_size == 2 || type_size == 4;
}

/// Bytes of `count` rows of the shape; 0 for types that the functions do not have.
uint32_t BytesOf(const RowExtents& rows, SoftmaxRow row, Types types, uint32_t count) {
    if (!IsFloating(types.data) || !IsFloating(types.stat)) {
        return 0;
    }
    return tmp_size::Saturate(
        uint64_t{isa::SoftmaxFloatsPerRow(row, rows.length, types.data, types.stat)} * kFloatBytes *
        count);
}
uint32_t LeastBytes(const ge::Shape& shape, SoftmaxRow row, Types types) {
    return BytesOf(RowsOf(shape), row, types, 1);
}
uint32_t MostBytes(const ge::Shape& shape, SoftmaxRow row, Types types) {
    const RowExtents rows = RowsOf(shape);
    return BytesOf(rows, row, types, rows.count);
}

/// Shapes that allow it are worked on as basic blocks.
template <typename Plain, typename Tiling>
void Fill(const ge::Shape& shape, Types types, uint32_t workspace_bytes, SoftmaxRow row,
          Tiling* tiling) {
    const RowExtents rows = RowsOf(shape);
    const uint32_t fit = workspace_bytes / kFloatBytes /
                         isa::SoftmaxFloatsPerRow(row, rows.length, types.data, types.stat);
    const bool basic = isa::IsSoftmaxBasic(rows.count, rows.length);
    const uint32_t split = isa::SoftmaxRowsAtOnce(rows.count, fit, isa::kSoftmaxBasicRows, basic);
    api_tiling::Assign(isa::SoftmaxTilingOf<Plain>(rows.count, rows.length, types.stat, split),
                       tiling);
}

template <typename Tiling>
void FillFlashV2(const ge::Shape& shape, Types types, uint32_t workspace_bytes, bool basic,
                 bool broadcast, Tiling* tiling) {
    const RowExtents rows = RowsOf(shape);
    api_tiling::Assign(isa::SoftmaxFlashV2TilingOf<tiling::SoftMaxTiling>(
                           rows.count, rows.length, types.data, types.stat,
                           workspace_bytes / kFloatBytes, basic, broadcast),
                       tiling);
}

SoftmaxRow FlashV2Row(bool basic) {
    return basic ? SoftmaxRow::kFlashV2Basic : SoftmaxRow::kFlashV2;
}

SoftmaxRow FlashRow(bool update) {
    return update ? SoftmaxRow::kFlashUpdate : SoftmaxRow::kPlain;
}
SoftmaxRow GradRow(bool front) {
    return front ? SoftmaxRow::kGradFront : SoftmaxRow::kGrad;
}

}  // namespace

uint32_t GetSoftMaxMaxTmpSize(const ge::Shape& srcShape, const uint32_t dataTypeSize, const bool) {
    return MostBytes(srcShape, SoftmaxRow::kPlain, {dataTypeSize, dataTypeSize});
}
uint32_t GetSoftMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t dataTypeSize, const bool) {
    return LeastBytes(srcShape, SoftmaxRow::kPlain, {dataTypeSize, dataTypeSize});
}
void SoftMaxTilingFunc(const ge::Shape& srcShape, const uint32_t dataTypeSize,
                       const uint32_t localWorkSpaceSize, optiling::SoftMaxTiling& softmaxTiling) {
    Fill<tiling::SoftMaxTiling>(srcShape, {dataTypeSize, dataTypeSize}, localWorkSpaceSize,
                                SoftmaxRow::kPlain, &softmaxTiling);
}
void SoftMaxTilingFunc(const ge::Shape& srcShape, const uint32_t dataTypeSize,
                       const uint32_t localWorkSpaceSize,
                       AscendC::tiling::SoftMaxTiling& softmaxTiling) {
    Fill<tiling::SoftMaxTiling>(srcShape, {dataTypeSize, dataTypeSize}, localWorkSpaceSize,
                                SoftmaxRow::kPlain, &softmaxTiling);
}

uint32_t GetSoftMaxFlashMaxTmpSize(const ge::Shape& srcShape, const uint32_t dataTypeSize,
                                   const bool isUpdate, const bool) {
    return MostBytes(srcShape, FlashRow(isUpdate), {dataTypeSize, dataTypeSize});
}
uint32_t GetSoftMaxFlashMinTmpSize(const ge::Shape& srcShape, const uint32_t dataTypeSize,
                                   const bool isUpdate, const bool) {
    return LeastBytes(srcShape, FlashRow(isUpdate), {dataTypeSize, dataTypeSize});
}
void SoftMaxFlashTilingFunc(const ge::Shape& srcShape, const uint32_t dataTypeSize,
                            const uint32_t localWorkSpaceSize,
                            optiling::SoftMaxTiling& softmaxFlashTiling, const bool isUpdate) {
    Fill<tiling::SoftMaxTiling>(srcShape, {dataTypeSize, dataTypeSize}, localWorkSpaceSize,
                                FlashRow(isUpdate), &softmaxFlashTiling);
}
void SoftMaxFlashTilingFunc(const ge::Shape& srcShape, const uint32_t dataTypeSize,
                            const uint32_t localWorkSpaceSize,
                            AscendC::tiling::SoftMaxTiling& softmaxFlashTiling,
                            const bool isUpdate) {
    Fill<tiling::SoftMaxTiling>(srcShape, {dataTypeSize, dataTypeSize}, localWorkSpaceSize,
                                FlashRow(isUpdate), &softmaxFlashTiling);
}

uint32_t GetSoftMaxFlashV2MinTmpSize(const ge::Shape& srcShape, const uint32_t dataTypeSize1,
                                     const uint32_t dataTypeSize2, const bool,
                                     const bool isBasicBlock, const bool isFlashOutputBrc) {
    const RowExtents rows = RowsOf(srcShape);
    uint32_t count = 1;
    if (isBasicBlock || isFlashOutputBrc) {
        count = std::min(isa::SoftmaxFlashV2Unit(dataTypeSize1, isFlashOutputBrc), rows.count);
    }
    return BytesOf(rows, FlashV2Row(isBasicBlock), {dataTypeSize1, dataTypeSize2}, count);
}
uint32_t GetSoftMaxFlashV2MaxTmpSize(const ge::Shape& srcShape, const uint32_t dataTypeSize1,
                                     const uint32_t dataTypeSize2, const bool,
                                     const bool isBasicBlock, const bool) {
    const RowExtents rows = RowsOf(srcShape);
    const uint32_t count =
        isBasicBlock ? std::min(rows.count, isa::kSoftmaxMostBasicRows) : rows.count;
    return BytesOf(rows, FlashV2Row(isBasicBlock), {dataTypeSize1, dataTypeSize2}, count);
}
void SoftMaxFlashV2TilingFunc(const ge::Shape& srcShape, const uint32_t dataTypeSize1,
                              const uint32_t dataTypeSize2, const uint32_t localWorkSpaceSize,
                              optiling::SoftMaxTiling& softmaxFlashTiling, const bool,
                              const bool isBasicBlock, const bool isFlashOutputBrc) {
    FillFlashV2(srcShape, {dataTypeSize1, dataTypeSize2}, localWorkSpaceSize, isBasicBlock,
                isFlashOutputBrc, &softmaxFlashTiling);
}
void SoftMaxFlashV2TilingFunc(const ge::Shape& srcShape, const uint32_t dataTypeSize1,
                              const uint32_t dataTypeSize2, const uint32_t localWorkSpaceSize,
                              AscendC::tiling::SoftMaxTiling& softmaxFlashTiling, const bool,
                              const bool isBasicBlock, const bool isFlashOutputBrc) {
    FillFlashV2(srcShape, {dataTypeSize1, dataTypeSize2}, localWorkSpaceSize, isBasicBlock,
                isFlashOutputBrc, &softmaxFlashTiling);
}

void GetSoftMaxFlashV3MaxMinTmpSize(const ge::Shape& srcShape, const uint32_t dataTypeSize1,
                                    const uint32_t dataTypeSize2, uint32_t& maxValue,
                                    uint32_t& minValue, const bool, const bool) {
    maxValue = MostBytes(srcShape, SoftmaxRow::kFlashV3, {dataTypeSize1, dataTypeSize2});
    minValue = LeastBytes(srcShape, SoftmaxRow::kFlashV3, {dataTypeSize1, dataTypeSize2});
}
void SoftMaxFlashV3TilingFunc(const ge::Shape& srcShape, const uint32_t dataTypeSize1,
                              const uint32_t dataTypeSize2, const uint32_t localWorkSpaceSize,
                              optiling::SoftMaxTiling& softmaxFlashV3Tiling, const bool,
                              const bool) {
    Fill<tiling::SoftMaxTiling>(srcShape, {dataTypeSize1, dataTypeSize2}, localWorkSpaceSize,
                                SoftmaxRow::kFlashV3, &softmaxFlashV3Tiling);
}
void SoftMaxFlashV3TilingFunc(const ge::Shape& srcShape, const uint32_t dataTypeSize1,
                              const uint32_t dataTypeSize2, const uint32_t localWorkSpaceSize,
                              AscendC::tiling::SoftMaxTiling& softmaxFlashV3Tiling, const bool,
                              const bool) {
    Fill<tiling::SoftMaxTiling>(srcShape, {dataTypeSize1, dataTypeSize2}, localWorkSpaceSize,
                                SoftmaxRow::kFlashV3, &softmaxFlashV3Tiling);
}

uint32_t GetSoftMaxGradMaxTmpSize(const ge::Shape& srcShape, const uint32_t dataTypeSize,
                                  const bool isFront, const bool) {
    return MostBytes(srcShape, GradRow(isFront), {dataTypeSize, dataTypeSize});
}
uint32_t GetSoftMaxGradMinTmpSize(const ge::Shape& srcShape, const uint32_t dataTypeSize,
                                  const bool isFront, const bool) {
    return LeastBytes(srcShape, GradRow(isFront), {dataTypeSize, dataTypeSize});
}
void SoftMaxGradTilingFunc(const ge::Shape& srcShape, const uint32_t dataTypeSize,
                           const uint32_t localWorkSpaceSize,
                           optiling::SoftMaxTiling& softmaxGradTiling, const bool isFront) {
    Fill<tiling::SoftMaxTiling>(srcShape, {dataTypeSize, dataTypeSize}, localWorkSpaceSize,
                                GradRow(isFront), &softmaxGradTiling);
}
void SoftMaxGradTilingFunc(const ge::Shape& srcShape, const uint32_t dataTypeSize,
                           const uint32_t localWorkSpaceSize,
                           AscendC::tiling::SoftMaxTiling& softmaxGradTiling, const bool isFront) {
    Fill<tiling::SoftMaxTiling>(srcShape, {dataTypeSize, dataTypeSize}, localWorkSpaceSize,
                                GradRow(isFront), &softmaxGradTiling);
}

bool IsBasicBlockInSoftMax(optiling::SoftMaxTiling& tiling, const uint32_t) {
    return isa::IsSoftmaxBasic(tiling.get_splitM(), tiling.get_srcK());
}
bool IsBasicBlockInSoftMax(AscendC::tiling::SoftMaxTiling& tiling, const uint32_t) {
    return isa::IsSoftmaxBasic(tiling.splitM, tiling.srcK);
}

uint32_t GetLogSoftMaxMaxTmpSize(const ge::Shape srcShape, const uint32_t dataTypeSize,
                                 const bool) {
    return MostBytes(srcShape, SoftmaxRow::kPlain, {dataTypeSize, dataTypeSize});
}
uint32_t GetLogSoftMaxMinTmpSize(const ge::Shape srcShape, const uint32_t dataTypeSize,
                                 const bool) {
    return LeastBytes(srcShape, SoftmaxRow::kPlain, {dataTypeSize, dataTypeSize});
}
void LogSoftMaxTilingFunc(const ge::Shape srcShape, const uint32_t dataTypeSize,
                          const uint32_t localWorkSpaceSize,
                          optiling::LogSoftMaxTiling& softmaxTiling) {
    Fill<tiling::LogSoftMaxTiling>(srcShape, {dataTypeSize, dataTypeSize}, localWorkSpaceSize,
                                   SoftmaxRow::kPlain, &softmaxTiling);
}
void LogSoftMaxTilingFunc(const ge::Shape srcShape, const uint32_t dataTypeSize,
                          const uint32_t localWorkSpaceSize,
                          AscendC::tiling::LogSoftMaxTiling& softmaxTiling) {
    Fill<tiling::LogSoftMaxTiling>(srcShape, {dataTypeSize, dataTypeSize}, localWorkSpaceSize,
                                   SoftmaxRow::kPlain, &softmaxTiling);
}

}  // namespace AscendC
