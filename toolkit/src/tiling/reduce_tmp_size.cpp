// Temporary memory of functions that reduce, broadcast, choose or sort.
#include <algorithm>

#include "isa/scratch.h"
#include "lib/tiling_api.h"
#include "tiling/tmp_size.h"

namespace AscendC {
namespace {

/// Of a matrix whose columns or rows are reduced.
uint32_t MatrixBytes(isa::ReduceScratchKind kind, const ge::Shape& shape, ge::DataType type,
                     ReducePattern pattern, bool reuse) {
    const auto size = static_cast<uint64_t>(std::max(ge::GetSizeByDataType(type), 1));
    const size_t dims = shape.GetDimNum();
    const uint64_t columns =
        dims == 0 ? 1 : static_cast<uint64_t>(std::max<int64_t>(shape.GetDim(dims - 1), 1));
    const uint64_t rows = std::max<uint64_t>(tmp_size::ElementsOf(shape) / columns, 1);
    return tmp_size::Saturate(
        isa::ReduceScratch(kind, pattern == ReducePattern::RA, rows, columns, size, reuse));
}
constexpr isa::ReduceScratchKind kSum = isa::ReduceScratchKind::kSum;
constexpr isa::ReduceScratchKind kExtreme = isa::ReduceScratchKind::kExtreme;

}  // namespace

void GetSumMaxMinTmpSize(const uint32_t n, const uint32_t typeSize, const bool, uint32_t& maxSize,
                         uint32_t& minSize) {
    maxSize = tmp_size::Saturate(isa::SumScratch(n, typeSize));
    minSize = maxSize;
}

void GetMeanMaxMinTmpSize(const uint32_t n, const uint32_t srcTypeSize, const uint32_t accTypeSize,
                          const bool, uint32_t& maxSize, uint32_t& minSize) {
    maxSize = tmp_size::Saturate(isa::MeanScratch(n, srcTypeSize, accTypeSize));
    minSize = maxSize;
}
void GetMeanTmpBufferFactorSize(const uint32_t typeSize, uint32_t& maxLiveNodeCount,
                                uint32_t& extraBuffer) {
    maxLiveNodeCount = typeSize == sizeof(float) ? 1 : 4;
    extraBuffer = 0;
}

void GetBroadCastMaxMinTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform,
                               const ge::Shape& srcShape, const ge::Shape& dstShape,
                               uint32_t typeSize, const bool, uint32_t& maxValue,
                               uint32_t& minValue) {
    const auto matrix = [](const ge::Shape& shape) {
        const size_t dims = shape.GetDimNum();
        const uint64_t columns =
            dims == 0 ? 1 : static_cast<uint64_t>(std::max<int64_t>(shape.GetDim(dims - 1), 1));
        return std::pair{std::max<uint64_t>(tmp_size::ElementsOf(shape) / columns, 1), columns};
    };
    const auto [rows, columns] = matrix(srcShape);
    const auto [dst_rows, dst_columns] = matrix(dstShape);
    const isa::BroadcastShapes shapes{rows, columns, dst_rows, dst_columns, typeSize};
    const uint32_t arch = tmp_size::ArchOf(ascendcPlatform);
    minValue = tmp_size::Saturate(isa::BroadcastScratch(arch, shapes));
    // Columns become rows all at once at most.
    const bool spread = columns == 1 && !shapes.Same();
    maxValue =
        spread ? std::max(minValue, tmp_size::Saturate(isa::BroadcastRows(arch, shapes, dst_rows)))
               : minValue;
}

void GetSelectWithBytesMaskMaxMinTmpSize(const ge::Shape& src0Shape, const ge::Shape& src1Shape,
                                         const uint32_t, const ge::Shape& maskShape,
                                         const uint32_t maskTypeSize, const bool isReuseMask,
                                         uint32_t& maxValue, uint32_t& minValue) {
    const ge::Shape& tensor =
        tmp_size::ElementsOf(src0Shape) > tmp_size::ElementsOf(src1Shape) ? src0Shape : src1Shape;
    const uint64_t elements = tmp_size::ElementsOf(tensor);
    const auto last = [](const ge::Shape& shape) {
        return shape.GetDimNum() == 0 ? 1 : shape.GetDim(shape.GetDimNum() - 1);
    };
    // Rows of the mask that are longer than those of the source are moved together.
    const uint64_t moved = !isReuseMask && last(maskShape) != last(tensor) && last(maskShape) > 1
                               ? tmp_size::AlignUp(elements * maskTypeSize, tmp_size::kBlockBytes)
                               : 0;
    const uint64_t all = tmp_size::AlignUp(elements, tmp_size::kBlockBytes) * 2 + 512;
    minValue = tmp_size::Saturate(isa::SelectScratch(elements) + moved);
    maxValue = std::max(tmp_size::Saturate(all + moved), minValue);
}
uint32_t GetSelectWithBytesMaskMaxTmpSize(const ge::Shape& src0Shape, const ge::Shape& src1Shape,
                                          const uint32_t srcTypeSize, const ge::Shape& maskShape,
                                          const uint32_t maskTypeSize, const bool isReuseMask) {
    uint32_t max_value = 0;
    uint32_t min_value = 0;
    GetSelectWithBytesMaskMaxMinTmpSize(src0Shape, src1Shape, srcTypeSize, maskShape, maskTypeSize,
                                        isReuseMask, max_value, min_value);
    return max_value;
}
uint32_t GetSelectWithBytesMaskMinTmpSize(const ge::Shape& src0Shape, const ge::Shape& src1Shape,
                                          const uint32_t srcTypeSize, const ge::Shape& maskShape,
                                          const uint32_t maskTypeSize, const bool isReuseMask) {
    uint32_t max_value = 0;
    uint32_t min_value = 0;
    GetSelectWithBytesMaskMaxMinTmpSize(src0Shape, src1Shape, srcTypeSize, maskShape, maskTypeSize,
                                        isReuseMask, max_value, min_value);
    return min_value;
}

void GetSelectMaxMinTmpSize(const ge::Shape& src0Shape, const ge::Shape& src1Shape,
                            const uint32_t srcTypeSize, const ge::Shape& maskShape,
                            const uint32_t maskTypeSize, const bool isReuseMask, uint32_t& maxValue,
                            uint32_t& minValue) {
    GetSelectWithBytesMaskMaxMinTmpSize(src0Shape, src1Shape, srcTypeSize, maskShape, maskTypeSize,
                                        isReuseMask, maxValue, minValue);
}
uint32_t GetSelectMaxTmpSize(const ge::Shape& src0Shape, const ge::Shape& src1Shape,
                             const uint32_t srcTypeSize, const ge::Shape& maskShape,
                             const uint32_t maskTypeSize, const bool isReuseMask) {
    return GetSelectWithBytesMaskMaxTmpSize(src0Shape, src1Shape, srcTypeSize, maskShape,
                                            maskTypeSize, isReuseMask);
}
uint32_t GetSelectMinTmpSize(const ge::Shape& src0Shape, const ge::Shape& src1Shape,
                             const uint32_t srcTypeSize, const ge::Shape& maskShape,
                             const uint32_t maskTypeSize, const bool isReuseMask) {
    return GetSelectWithBytesMaskMinTmpSize(src0Shape, src1Shape, srcTypeSize, maskShape,
                                            maskTypeSize, isReuseMask);
}

uint32_t GetConcatTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform,
                          const uint32_t elemCount, const uint32_t dataTypeSize) {
    // Only region proposals are made of scores.
    return ascendcPlatform.GetSocVersion() == platform_ascendc::SocVersion::ASCEND910B
               ? 0
               : GetSortTmpSize(ascendcPlatform, elemCount, dataTypeSize);
}
uint32_t GetSortTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform,
                        const uint32_t elemCount, const uint32_t dataTypeSize) {
    const bool proposals =
        ascendcPlatform.GetSocVersion() != platform_ascendc::SocVersion::ASCEND910B;
    return tmp_size::Saturate(isa::SortScratch(proposals, elemCount, dataTypeSize));
}

#define DEFINE_REDUCE_TMP_SIZE(name, kind)                                                \
    void Get##name##MaxMinTmpSize(const ge::Shape& srcShape, const ge::DataType dataType, \
                                  ReducePattern pattern, bool, bool isReuseSource,        \
                                  uint32_t& maxValue, uint32_t& minValue) {               \
        minValue = MatrixBytes(kind, srcShape, dataType, pattern, isReuseSource);         \
        maxValue = minValue;                                                              \
    }
DEFINE_REDUCE_TMP_SIZE(ReduceSum, kSum)
DEFINE_REDUCE_TMP_SIZE(ReduceMean, kSum)
DEFINE_REDUCE_TMP_SIZE(ReduceMax, kExtreme)
DEFINE_REDUCE_TMP_SIZE(ReduceMin, kExtreme)
DEFINE_REDUCE_TMP_SIZE(ReduceProd, isa::ReduceScratchKind::kProduct)
DEFINE_REDUCE_TMP_SIZE(ReduceAny, isa::AnyScratchKind(dataType == ge::DT_UINT8 ? 1 : 4))
DEFINE_REDUCE_TMP_SIZE(ReduceAll, isa::AnyScratchKind(dataType == ge::DT_UINT8 ? 1 : 4))
#undef DEFINE_REDUCE_TMP_SIZE

}  // namespace AscendC
