// Temporary memory and tiling of the softmax family: whole rows at a time, computed in float.
#include "lib/activation/softmax_tiling.h"

#include <algorithm>

#include "detail/library/softmax_tiling.h"
#include "lib/activation/logsoftmax_tiling.h"
#include "tiling/assign.h"
#include "tiling/tmp_size.h"

namespace AscendC {
namespace {

using isa::SoftmaxCopies;

constexpr uint32_t kFloatBytes = 4;
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

uint32_t TmpBytes(const ge::Shape& shape, SoftmaxCopies copies, bool all_rows) {
    const Rows rows = RowsOf(shape);
    const uint64_t row = uint64_t{isa::SoftmaxFloatsPerRow(rows.length, copies)} * kFloatBytes;
    return tmp_size::Saturate(all_rows ? row * rows.count : row);
}

template <typename Plain, typename Tiling>
void Fill(const ge::Shape& shape, uint32_t type_size, uint32_t workspace_bytes,
          SoftmaxCopies copies, Tiling* tiling) {
    const Rows rows = RowsOf(shape);
    api_tiling::Assign(isa::SoftmaxTilingOf<Plain>(rows.count, rows.length, type_size,
                                                   workspace_bytes / kFloatBytes, copies),
                       tiling);
}

bool IsBasicBlock(uint32_t cols, uint32_t split) {
    return cols < kBasicBlockMaxColumns && cols % isa::kSoftmaxFloatRepeat == 0 &&
           split % isa::kSoftmaxBasicRows == 0;
}

}  // namespace

uint32_t GetSoftMaxMaxTmpSize(const ge::Shape& srcShape, const uint32_t, const bool) {
    return TmpBytes(srcShape, SoftmaxCopies::kSoftmax, true);
}
uint32_t GetSoftMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t, const bool) {
    return TmpBytes(srcShape, SoftmaxCopies::kSoftmax, false);
}
void SoftMaxTilingFunc(const ge::Shape& srcShape, const uint32_t dataTypeSize,
                       const uint32_t localWorkSpaceSize, optiling::SoftMaxTiling& softmaxTiling) {
    Fill<tiling::SoftMaxTiling>(srcShape, dataTypeSize, localWorkSpaceSize, SoftmaxCopies::kSoftmax,
                                &softmaxTiling);
}
void SoftMaxTilingFunc(const ge::Shape& srcShape, const uint32_t dataTypeSize,
                       const uint32_t localWorkSpaceSize,
                       AscendC::tiling::SoftMaxTiling& softmaxTiling) {
    Fill<tiling::SoftMaxTiling>(srcShape, dataTypeSize, localWorkSpaceSize, SoftmaxCopies::kSoftmax,
                                &softmaxTiling);
}

uint32_t GetSoftMaxFlashMaxTmpSize(const ge::Shape& srcShape, const uint32_t, const bool,
                                   const bool) {
    return TmpBytes(srcShape, SoftmaxCopies::kFlash, true);
}
uint32_t GetSoftMaxFlashMinTmpSize(const ge::Shape& srcShape, const uint32_t, const bool,
                                   const bool) {
    return TmpBytes(srcShape, SoftmaxCopies::kFlash, false);
}
void SoftMaxFlashTilingFunc(const ge::Shape& srcShape, const uint32_t dataTypeSize,
                            const uint32_t localWorkSpaceSize,
                            optiling::SoftMaxTiling& softmaxFlashTiling, const bool) {
    Fill<tiling::SoftMaxTiling>(srcShape, dataTypeSize, localWorkSpaceSize, SoftmaxCopies::kFlash,
                                &softmaxFlashTiling);
}
void SoftMaxFlashTilingFunc(const ge::Shape& srcShape, const uint32_t dataTypeSize,
                            const uint32_t localWorkSpaceSize,
                            AscendC::tiling::SoftMaxTiling& softmaxFlashTiling, const bool) {
    Fill<tiling::SoftMaxTiling>(srcShape, dataTypeSize, localWorkSpaceSize, SoftmaxCopies::kFlash,
                                &softmaxFlashTiling);
}

uint32_t GetSoftMaxFlashV2MinTmpSize(const ge::Shape& srcShape, const uint32_t, const uint32_t,
                                     const bool, const bool, const bool) {
    return TmpBytes(srcShape, SoftmaxCopies::kFlash, false);
}
uint32_t GetSoftMaxFlashV2MaxTmpSize(const ge::Shape& srcShape, const uint32_t, const uint32_t,
                                     const bool, const bool, const bool) {
    return TmpBytes(srcShape, SoftmaxCopies::kFlash, true);
}
void SoftMaxFlashV2TilingFunc(const ge::Shape& srcShape, const uint32_t,
                              const uint32_t dataTypeSize2, const uint32_t localWorkSpaceSize,
                              optiling::SoftMaxTiling& softmaxFlashTiling, const bool, const bool,
                              const bool) {
    Fill<tiling::SoftMaxTiling>(srcShape, dataTypeSize2, localWorkSpaceSize, SoftmaxCopies::kFlash,
                                &softmaxFlashTiling);
}
void SoftMaxFlashV2TilingFunc(const ge::Shape& srcShape, const uint32_t,
                              const uint32_t dataTypeSize2, const uint32_t localWorkSpaceSize,
                              AscendC::tiling::SoftMaxTiling& softmaxFlashTiling, const bool,
                              const bool, const bool) {
    Fill<tiling::SoftMaxTiling>(srcShape, dataTypeSize2, localWorkSpaceSize, SoftmaxCopies::kFlash,
                                &softmaxFlashTiling);
}

void GetSoftMaxFlashV3MaxMinTmpSize(const ge::Shape& srcShape, const uint32_t, const uint32_t,
                                    uint32_t& maxValue, uint32_t& minValue, const bool,
                                    const bool) {
    maxValue = TmpBytes(srcShape, SoftmaxCopies::kFlashV3, true);
    minValue = TmpBytes(srcShape, SoftmaxCopies::kFlashV3, false);
}
void SoftMaxFlashV3TilingFunc(const ge::Shape& srcShape, const uint32_t,
                              const uint32_t dataTypeSize2, const uint32_t localWorkSpaceSize,
                              optiling::SoftMaxTiling& softmaxFlashV3Tiling, const bool,
                              const bool) {
    Fill<tiling::SoftMaxTiling>(srcShape, dataTypeSize2, localWorkSpaceSize,
                                SoftmaxCopies::kFlashV3, &softmaxFlashV3Tiling);
}
void SoftMaxFlashV3TilingFunc(const ge::Shape& srcShape, const uint32_t,
                              const uint32_t dataTypeSize2, const uint32_t localWorkSpaceSize,
                              AscendC::tiling::SoftMaxTiling& softmaxFlashV3Tiling, const bool,
                              const bool) {
    Fill<tiling::SoftMaxTiling>(srcShape, dataTypeSize2, localWorkSpaceSize,
                                SoftmaxCopies::kFlashV3, &softmaxFlashV3Tiling);
}

uint32_t GetSoftMaxGradMaxTmpSize(const ge::Shape& srcShape, const uint32_t, const bool,
                                  const bool) {
    return TmpBytes(srcShape, SoftmaxCopies::kGrad, true);
}
uint32_t GetSoftMaxGradMinTmpSize(const ge::Shape& srcShape, const uint32_t, const bool,
                                  const bool) {
    return TmpBytes(srcShape, SoftmaxCopies::kGrad, false);
}
void SoftMaxGradTilingFunc(const ge::Shape& srcShape, const uint32_t dataTypeSize,
                           const uint32_t localWorkSpaceSize,
                           optiling::SoftMaxTiling& softmaxGradTiling, const bool) {
    Fill<tiling::SoftMaxTiling>(srcShape, dataTypeSize, localWorkSpaceSize, SoftmaxCopies::kGrad,
                                &softmaxGradTiling);
}
void SoftMaxGradTilingFunc(const ge::Shape& srcShape, const uint32_t dataTypeSize,
                           const uint32_t localWorkSpaceSize,
                           AscendC::tiling::SoftMaxTiling& softmaxGradTiling, const bool) {
    Fill<tiling::SoftMaxTiling>(srcShape, dataTypeSize, localWorkSpaceSize, SoftmaxCopies::kGrad,
                                &softmaxGradTiling);
}

bool IsBasicBlockInSoftMax(optiling::SoftMaxTiling& tiling, const uint32_t) {
    return IsBasicBlock(tiling.get_srcK(), tiling.get_splitM());
}
bool IsBasicBlockInSoftMax(AscendC::tiling::SoftMaxTiling& tiling, const uint32_t) {
    return IsBasicBlock(tiling.srcK, tiling.splitM);
}

uint32_t GetLogSoftMaxMaxTmpSize(const ge::Shape srcShape, const uint32_t, const bool) {
    return TmpBytes(srcShape, SoftmaxCopies::kFlash, true);
}
uint32_t GetLogSoftMaxMinTmpSize(const ge::Shape srcShape, const uint32_t, const bool) {
    return TmpBytes(srcShape, SoftmaxCopies::kFlash, false);
}
void LogSoftMaxTilingFunc(const ge::Shape srcShape, const uint32_t dataTypeSize,
                          const uint32_t localWorkSpaceSize,
                          optiling::LogSoftMaxTiling& softmaxTiling) {
    Fill<tiling::LogSoftMaxTiling>(srcShape, dataTypeSize, localWorkSpaceSize,
                                   SoftmaxCopies::kFlash, &softmaxTiling);
}
void LogSoftMaxTilingFunc(const ge::Shape srcShape, const uint32_t dataTypeSize,
                          const uint32_t localWorkSpaceSize,
                          AscendC::tiling::LogSoftMaxTiling& softmaxTiling) {
    Fill<tiling::LogSoftMaxTiling>(srcShape, dataTypeSize, localWorkSpaceSize,
                                   SoftmaxCopies::kFlash, &softmaxTiling);
}

}  // namespace AscendC
