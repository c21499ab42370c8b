// Temporary memory of vector functions with one source.
#include "isa/scratch.h"
#include "lib/tiling_api.h"
#include "tiling/tmp_size.h"

namespace AscendC {
namespace {

constexpr uint32_t kHalfBytes = 2;
constexpr uint32_t kQuantLive = 2;
constexpr uint32_t kDequantLive = 4;

/// bfloat16 results are computed in float.
uint32_t AntiQuantLive(ge::DataType output) {
    return output == ge::DT_BF16 ? 2 : 1;
}

uint32_t Live(uint32_t type_size, uint32_t half, uint32_t single) {
    return type_size == kHalfBytes ? half : single;
}

}  // namespace

#define ASCENDC_DEFINE_VECTOR_FUNCTION(name, half, single)                                        \
    void Get##name##MaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, const bool, \
                                  uint32_t& maxValue, uint32_t& minValue) {                       \
        tmp_size::LiveVectors(tmp_size::ElementsOf(srcShape), typeSize,                           \
                              Live(typeSize, half, single), &maxValue, &minValue);                \
    }                                                                                             \
    void Get##name##TmpBufferFactorSize(const uint32_t typeSize, uint32_t& maxLiveNodeCount,      \
                                        uint32_t& extraBuffer) {                                  \
        maxLiveNodeCount = Live(typeSize, half, single);                                          \
        extraBuffer = 0;                                                                          \
    }
ASCENDC_SCRATCH_VECTORS(ASCENDC_DEFINE_VECTOR_FUNCTION)
#undef ASCENDC_DEFINE_VECTOR_FUNCTION

bool GetExpMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, const bool,
                         uint32_t& maxValue, uint32_t& minValue) {
    if (typeSize != kHalfBytes && typeSize != sizeof(float)) {
        return false;
    }
    tmp_size::LiveVectors(tmp_size::ElementsOf(srcShape), typeSize, Live(typeSize, 6, 3), &maxValue,
                          &minValue);
    return true;
}
void GetExpTmpBufferFactorSize(const uint32_t typeSize, uint32_t& maxLiveNodeCount,
                               uint32_t& extraBuffer) {
    maxLiveNodeCount = Live(typeSize, 6, 3);
    extraBuffer = 0;
}

void GetRoundMaxMinTmpSize(const platform_ascendc::PlatformAscendC&, const ge::Shape& srcShape,
                           const uint32_t typeSize, const bool, uint32_t& maxValue,
                           uint32_t& minValue) {
    tmp_size::LiveVectors(tmp_size::ElementsOf(srcShape), typeSize, Live(typeSize, 4, 2), &maxValue,
                          &minValue);
}
void GetRoundTmpBufferFactorSize(const platform_ascendc::PlatformAscendC&, const uint32_t typeSize,
                                 uint32_t& maxLiveNodeCount, uint32_t& extraBuffer) {
    maxLiveNodeCount = Live(typeSize, 4, 2);
    extraBuffer = 0;
}

void GetPowerMaxMinTmpSize(const ge::Shape& srcShape1, const ge::Shape& srcShape2,
                           const bool typeIsInt, const uint32_t typeSize, const bool,
                           uint32_t& maxValue, uint32_t& minValue) {
    const uint64_t elements =
        std::max(tmp_size::ElementsOf(srcShape1), tmp_size::ElementsOf(srcShape2));
    uint32_t live = 0;
    uint32_t extra = 0;
    GetPowerTmpBufferFactorSize(true, true, typeIsInt, typeSize, live, extra);
    tmp_size::LiveVectors(elements, typeSize, live, &maxValue, &minValue);
    maxValue = tmp_size::Saturate(uint64_t{maxValue} + extra);
    minValue += extra;
}
void GetPowerTmpBufferFactorSize(const bool, const bool, const bool typeIsInt,
                                 const uint32_t typeSize, uint32_t& maxLiveNodeCount,
                                 uint32_t& extraBuffer) {
    maxLiveNodeCount = typeIsInt ? isa::kPowerIntVectors
                                 : Live(typeSize, isa::kPowerHalfVectors, isa::kPowerFloatVectors);
    extraBuffer = isa::kPowerMore;
}

void GetCumSumMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                            const bool isLastAxis, const bool, uint32_t& maxValue,
                            uint32_t& minValue) {
    const uint32_t live = Live(typeSize, isLastAxis ? 4 : 2, isLastAxis ? 2 : 1);
    const uint64_t bytes =
        live * tmp_size::AlignUp(tmp_size::ElementsOf(srcShape) * typeSize, tmp_size::kRepeatBytes);
    maxValue = tmp_size::Saturate(bytes);
    minValue = maxValue;  // rows are not split
}

void GetSigmoidMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, bool,
                             uint32_t& maxValue, uint32_t& minValue) {
    tmp_size::LiveVectors(tmp_size::ElementsOf(srcShape), typeSize, 1, &maxValue, &minValue);
}
void GetSiluTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, const bool, uint32_t& max,
                    uint32_t& min) {
    tmp_size::LiveVectors(tmp_size::ElementsOf(srcShape), typeSize, 1, &max, &min);
}
void GetSwishTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, const bool, uint32_t& max,
                     uint32_t& min) {
    tmp_size::LiveVectors(tmp_size::ElementsOf(srcShape), typeSize, 1, &max, &min);
}
void GetGeluMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, uint32_t& maxValue,
                          uint32_t& minValue) {
    tmp_size::LiveVectors(tmp_size::ElementsOf(srcShape), typeSize, Live(typeSize, 6, 3), &maxValue,
                          &minValue);
}
uint32_t GetGeluMaxTmpSize(const ge::Shape& srcShape, const uint32_t typeSize) {
    uint32_t max_value = 0;
    uint32_t min_value = 0;
    GetGeluMaxMinTmpSize(srcShape, typeSize, max_value, min_value);
    return max_value;
}
uint32_t GetGeluMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize) {
    uint32_t max_value = 0;
    uint32_t min_value = 0;
    GetGeluMaxMinTmpSize(srcShape, typeSize, max_value, min_value);
    return min_value;
}
void GetSwiGLUMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, uint32_t& maxValue,
                            uint32_t& minValue, const bool) {
    tmp_size::LiveVectors(tmp_size::ElementsOf(srcShape), typeSize, Live(typeSize, 6, 1), &maxValue,
                          &minValue);
}
void GetSwiGLUTmpBufferFactorSize(const uint32_t typeSize, uint32_t& maxLiveNodeCount,
                                  uint32_t& extraBuffer) {
    maxLiveNodeCount = Live(typeSize, 6, 1);
    extraBuffer = 0;
}
void GetReGluMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, const bool,
                           uint32_t& maxValue, uint32_t& minValue) {
    tmp_size::LiveVectors(tmp_size::ElementsOf(srcShape), typeSize, Live(typeSize, 6, 1), &maxValue,
                          &minValue);
}

void GetReduceXorSumMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, const bool,
                                  uint32_t& maxValue, uint32_t& minValue) {
    // Integers are summed up in float, which needs the whole source at once.
    const uint64_t bytes =
        4 * tmp_size::AlignUp(tmp_size::ElementsOf(srcShape) * typeSize, tmp_size::kRepeatBytes);
    maxValue = tmp_size::Saturate(bytes);
    minValue = maxValue;
}

void GetArithProgressionMaxMinTmpSize(uint32_t& maxValue, uint32_t& minValue) {
    maxValue = 0;
    minValue = 0;
}

void GetArangeMaxMinTmpSize(uint32_t& maxValue, uint32_t& minValue) {
    GetArithProgressionMaxMinTmpSize(maxValue, minValue);
}

void GetAscendQuantMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                                 uint32_t& maxValue, uint32_t& minValue) {
    tmp_size::LiveVectors(tmp_size::ElementsOf(srcShape), typeSize, kQuantLive, &maxValue,
                          &minValue);
}
void GetAscendQuantTmpBufferFactorSize(uint32_t& maxLiveNodeCount, uint32_t& extraBuffer) {
    maxLiveNodeCount = kQuantLive;
    extraBuffer = 0;
}

void GetAscendDequantMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                                   uint32_t& maxValue, uint32_t& minValue) {
    tmp_size::LiveVectors(tmp_size::ElementsOf(srcShape), typeSize, kDequantLive, &maxValue,
                          &minValue);
}
void GetAscendDequantTmpBufferFactorSize(const ge::Shape&, uint32_t& maxLiveNodeCount,
                                         uint32_t& extraBuffer) {
    maxLiveNodeCount = kDequantLive;
    extraBuffer = 0;
}

void GetAscendAntiQuantMaxMinTmpSize(const ge::Shape& srcShape, const ge::Shape&, bool,
                                     ge::DataType, ge::DataType outputDataType, uint32_t& maxValue,
                                     uint32_t& minValue) {
    tmp_size::LiveVectors(tmp_size::ElementsOf(srcShape), sizeof(float),
                          AntiQuantLive(outputDataType), &maxValue, &minValue);
}
void GetAscendAntiQuantTmpBufferFactorSize(const ge::Shape&, const ge::Shape&, bool, ge::DataType,
                                           ge::DataType outputDataType, uint32_t& maxLiveNodeCount,
                                           uint32_t& extraBuffer) {
    maxLiveNodeCount = AntiQuantLive(outputDataType);
    extraBuffer = 0;
}
uint32_t GetAscendAntiQuantMaxTmpSize(const ge::Shape& srcShape, const ge::Shape& scaleShape,
                                      bool isTranspose, ge::DataType inputDataType,
                                      ge::DataType outputDataType) {
    uint32_t max_value = 0;
    uint32_t min_value = 0;
    GetAscendAntiQuantMaxMinTmpSize(srcShape, scaleShape, isTranspose, inputDataType,
                                    outputDataType, max_value, min_value);
    return max_value;
}
uint32_t GetAscendAntiQuantMinTmpSize(const ge::Shape& srcShape, const ge::Shape& scaleShape,
                                      bool isTranspose, ge::DataType inputDataType,
                                      ge::DataType outputDataType) {
    uint32_t max_value = 0;
    uint32_t min_value = 0;
    GetAscendAntiQuantMaxMinTmpSize(srcShape, scaleShape, isTranspose, inputDataType,
                                    outputDataType, max_value, min_value);
    return min_value;
}

void GetDropOutMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, const bool,
                             uint32_t& maxValue, uint32_t& minValue) {
    tmp_size::LiveVectors(tmp_size::ElementsOf(srcShape), typeSize, 2, &maxValue, &minValue);
}
uint32_t GetDropOutMaxTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                              const bool isReuseSource) {
    uint32_t max_value = 0;
    uint32_t min_value = 0;
    GetDropOutMaxMinTmpSize(srcShape, typeSize, isReuseSource, max_value, min_value);
    return max_value;
}
uint32_t GetDropOutMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                              const bool isReuseSource) {
    uint32_t max_value = 0;
    uint32_t min_value = 0;
    GetDropOutMaxMinTmpSize(srcShape, typeSize, isReuseSource, max_value, min_value);
    return min_value;
}

}  // namespace AscendC
