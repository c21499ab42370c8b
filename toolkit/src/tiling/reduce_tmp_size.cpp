// Temporary memory of functions that reduce, spread, choose or sort.
#include <algorithm>

#include "lib/tiling_api.h"
#include "tiling/tmp_size.h"

namespace AscendC {
namespace {

constexpr uint32_t kRegionProposalElements = 8;  // of one sorted element before 910B

/// Bytes that a tree of pairwise sums of n elements needs.
uint32_t RowBytes(uint32_t n, uint32_t type_size) {
    return tmp_size::Saturate(tmp_size::AlignUp(uint64_t{n} * type_size, tmp_size::kRepeatBytes));
}

uint32_t SortedBytes(const platform_ascendc::PlatformAscendC& platform, uint32_t count,
                     uint32_t type_size) {
    uint64_t elements = kRegionProposalElements;
    if (platform.GetSocVersion() == platform_ascendc::SocVersion::ASCEND910B) {
        elements = 8 / type_size;  // value and index: 8 bytes
    }
    return tmp_size::Saturate(count * elements * type_size);
}

/// Nothing for a source that may be overwritten; a row of whole blocks at least.
void MatrixBytes(const ge::Shape& shape, ge::DataType type, bool reuse, uint32_t* max_value,
                 uint32_t* min_value) {
    const auto size = static_cast<uint64_t>(std::max(ge::GetSizeByDataType(type), 1));
    const size_t dims = shape.GetDimNum();
    const uint64_t cols =
        dims == 0 ? 1 : static_cast<uint64_t>(std::max<int64_t>(shape.GetDim(dims - 1), 1));
    const uint64_t rows = std::max<uint64_t>(tmp_size::ElementsOf(shape) / cols, 1);
    const uint64_t row = tmp_size::AlignUp(cols * size, tmp_size::kBlockBytes);
    *min_value = reuse ? 0 : tmp_size::Saturate(row);
    *max_value = reuse ? 0 : tmp_size::Saturate(row * rows);
}

}  // namespace

void GetSumMaxMinTmpSize(const uint32_t n, const uint32_t typeSize, const bool, uint32_t& maxSize,
                         uint32_t& minSize) {
    maxSize = RowBytes(n, typeSize);
    minSize = maxSize;
}

void GetMeanMaxMinTmpSize(const uint32_t n, const uint32_t srcTypeSize, const uint32_t accTypeSize,
                          const bool, uint32_t& maxSize, uint32_t& minSize) {
    const uint64_t row = tmp_size::AlignUp(uint64_t{n} * accTypeSize, tmp_size::kBlockBytes);
    const uint64_t converted = accTypeSize > srcTypeSize ? row : 0;
    maxSize = tmp_size::Saturate(converted + RowBytes(n, accTypeSize));
    minSize = maxSize;
}
void GetMeanTmpBufferFactorSize(const uint32_t typeSize, uint32_t& maxLiveNodeCount,
                                uint32_t& extraBuffer) {
    maxLiveNodeCount = typeSize == sizeof(float) ? 1 : 4;
    extraBuffer = tmp_size::kRepeatBytes;
}

void GetBroadCastMaxMinTmpSize(const platform_ascendc::PlatformAscendC&, const ge::Shape&,
                               const ge::Shape& dstShape, uint32_t typeSize, const bool,
                               uint32_t& maxValue, uint32_t& minValue) {
    // One byte types are spread as half; rows that are no multiple of a block go through a copy.
    const uint32_t element = std::max(typeSize, 2U);
    const uint64_t all =
        2 * tmp_size::AlignUp(tmp_size::ElementsOf(dstShape) * element, tmp_size::kRepeatBytes);
    const int64_t last = dstShape.GetDimNum() == 0 ? 1 : dstShape.GetDim(dstShape.GetDimNum() - 1);
    const uint64_t row =
        2 * tmp_size::AlignUp(static_cast<uint64_t>(std::max<int64_t>(last, 1)) * element * 16,
                              tmp_size::kRepeatBytes);
    maxValue = tmp_size::Saturate(all);
    minValue = tmp_size::Saturate(std::min(all, row));
}

void GetSelectWithBytesMaskMaxMinTmpSize(const ge::Shape& src0Shape, const ge::Shape& src1Shape,
                                         const uint32_t srcTypeSize, const ge::Shape& maskShape,
                                         const uint32_t maskTypeSize, const bool,
                                         uint32_t& maxValue, uint32_t& minValue) {
    const ge::Shape& tensor =
        tmp_size::ElementsOf(src0Shape) > tmp_size::ElementsOf(src1Shape) ? src0Shape : src1Shape;
    const uint64_t elements =
        std::max(tmp_size::ElementsOf(tensor), tmp_size::ElementsOf(maskShape));
    const uint32_t element = std::max(std::max(srcTypeSize, maskTypeSize), 2U);
    tmp_size::LiveVectors(elements, element, 2, &maxValue, &minValue);
    const int64_t last = tensor.GetDimNum() == 0 ? 1 : tensor.GetDim(tensor.GetDimNum() - 1);
    const uint64_t row =
        2 * tmp_size::AlignUp(static_cast<uint64_t>(std::max<int64_t>(last, 1)) * element,
                              tmp_size::kRepeatBytes);
    minValue = std::min(maxValue, tmp_size::Saturate(std::max<uint64_t>(minValue, row)));
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
    if (ascendcPlatform.GetSocVersion() == platform_ascendc::SocVersion::ASCEND910B) {
        return 0;
    }
    return SortedBytes(ascendcPlatform, elemCount, dataTypeSize);
}
uint32_t GetSortTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform,
                        const uint32_t elemCount, const uint32_t dataTypeSize) {
    return SortedBytes(ascendcPlatform, elemCount, dataTypeSize);
}

// The matrix once, halved step by step.
#define DEFINE_REDUCE_TMP_SIZE(name)                                                           \
    void Get##name##MaxMinTmpSize(const ge::Shape& srcShape, const ge::DataType dataType,      \
                                  ReducePattern, bool, bool isReuseSource, uint32_t& maxValue, \
                                  uint32_t& minValue) {                                        \
        MatrixBytes(srcShape, dataType, isReuseSource, &maxValue, &minValue);                  \
    }
DEFINE_REDUCE_TMP_SIZE(ReduceSum)
DEFINE_REDUCE_TMP_SIZE(ReduceMean)
DEFINE_REDUCE_TMP_SIZE(ReduceMax)
DEFINE_REDUCE_TMP_SIZE(ReduceMin)
DEFINE_REDUCE_TMP_SIZE(ReduceProd)
DEFINE_REDUCE_TMP_SIZE(ReduceAny)
DEFINE_REDUCE_TMP_SIZE(ReduceAll)
#undef DEFINE_REDUCE_TMP_SIZE

}  // namespace AscendC
