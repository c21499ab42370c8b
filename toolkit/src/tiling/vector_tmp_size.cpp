// Temporary memory of vector functions with one source.
#include "isa/scratch.h"
#include "lib/tiling_api.h"
#include "tiling/tmp_size.h"

namespace AscendC {
namespace {

constexpr uint32_t kHalfBytes = 2;
uint32_t Live(uint32_t type_size, uint64_t half, uint64_t single) {
    return static_cast<uint32_t>(type_size == kHalfBytes ? half : single);
}

bool IsTensor(const ge::Shape& shape) {
    return shape.GetDimNum() != 1 || shape.GetDim(0) != 1;
}

/// Least: `vectors` of float, one instruction at a time. Most: of all elements.
void FloatVectors(uint64_t elements, uint64_t vectors, uint32_t* max_value, uint32_t* min_value) {
    tmp_size::LiveVectors(elements, sizeof(float), static_cast<uint32_t>(vectors), max_value,
                          min_value);
}

}  // namespace

#define ASCENDC_DEFINE_VECTOR_FUNCTION(name, half, single, reused)                              \
    void Get##name##MaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,           \
                                  const bool isReuseSource, uint32_t& maxValue,                 \
                                  uint32_t& minValue) {                                         \
        tmp_size::LiveVectors(tmp_size::ElementsOf(srcShape), typeSize,                         \
                              Live(typeSize, half, isReuseSource ? reused : single), &maxValue, \
                              &minValue);                                                       \
    }                                                                                           \
    void Get##name##TmpBufferFactorSize(const uint32_t typeSize, uint32_t& maxLiveNodeCount,    \
                                        uint32_t& extraBuffer) {                                \
        maxLiveNodeCount = Live(typeSize, half, single);                                        \
        extraBuffer = 0;                                                                        \
    }
ASCENDC_SCRATCH_VECTORS(ASCENDC_DEFINE_VECTOR_FUNCTION)
#undef ASCENDC_DEFINE_VECTOR_FUNCTION

void GetAxpyMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, const bool,
                          uint32_t& maxValue, uint32_t& minValue) {
    tmp_size::LiveVectors(tmp_size::ElementsOf(srcShape), typeSize,
                          Live(typeSize, isa::kAxpyHalfVectors, 0), &maxValue, &minValue);
}
void GetAxpyTmpBufferFactorSize(const uint32_t typeSize, uint32_t& maxLiveNodeCount,
                                uint32_t& extraBuffer) {
    maxLiveNodeCount = Live(typeSize, isa::kAxpyHalfVectors, 1);
    extraBuffer = 0;
}

void GetLgammaMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                            const bool isReuseSource, uint32_t& maxValue, uint32_t& minValue) {
    tmp_size::LiveVectors(
        tmp_size::ElementsOf(srcShape), typeSize,
        Live(typeSize, isa::kLgammaHalfVectors,
             isReuseSource ? isa::kLgammaReusedVectors : isa::kLgammaFloatVectors),
        &maxValue, &minValue);
}
void GetLgammaTmpBufferFactorSize(const uint32_t typeSize, uint32_t& maxLiveNodeCount,
                                  uint32_t& extraBuffer) {
    // Of half, CANN counts vectors of float.
    maxLiveNodeCount = Live(typeSize, isa::kLgammaHalfVectors / 2, isa::kLgammaFloatVectors);
    extraBuffer = 0;
}

void GetLog2MaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, const bool,
                          uint32_t& maxValue, uint32_t& minValue) {
    FloatVectors(tmp_size::ElementsOf(srcShape), Live(typeSize, isa::kLog2HalfVectors, 0),
                 &maxValue, &minValue);
}
void GetLog2TmpBufferFactorSize(const uint32_t typeSize, uint32_t& maxLiveNodeCount,
                                uint32_t& extraBuffer) {
    // Two vectors of half for each one of float.
    maxLiveNodeCount = Live(typeSize, 2 * isa::kLog2HalfVectors, 0);
    extraBuffer = 0;
}

void GetClampMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, const bool,
                           uint32_t& maxValue, uint32_t& minValue) {
    minValue = tmp_size::Saturate(isa::ClampScratch(typeSize == kHalfBytes ? typeSize : 4));
    maxValue = std::max(tmp_size::Saturate(tmp_size::ElementsOf(srcShape)), minValue);
}
void GetClampTmpBufferFactorSize(const uint32_t, uint32_t& maxLiveNodeCount,
                                 uint32_t& extraBuffer) {
    maxLiveNodeCount = 1;
    extraBuffer = 0;
}

bool GetExpMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                         const bool isReuseSource, uint32_t& maxValue, uint32_t& minValue) {
    if (typeSize != kHalfBytes && typeSize != sizeof(float)) {
        return false;
    }
    const bool reused = isReuseSource && typeSize == sizeof(float);
    FloatVectors(tmp_size::ElementsOf(srcShape),
                 Live(typeSize, isa::kExpHalfVectors, isa::kExpFloatVectors) - (reused ? 1 : 0),
                 &maxValue, &minValue);
    return true;
}
void GetExpTmpBufferFactorSize(const uint32_t typeSize, uint32_t& maxLiveNodeCount,
                               uint32_t& extraBuffer) {
    // Two vectors of half for each one of float.
    maxLiveNodeCount = Live(typeSize, 2 * isa::kExpHalfVectors, isa::kExpFloatVectors);
    extraBuffer = 0;
}

void GetRoundMaxMinTmpSize(const platform_ascendc::PlatformAscendC& ascendcPlatform,
                           const ge::Shape& srcShape, const uint32_t typeSize, const bool,
                           uint32_t& maxValue, uint32_t& minValue) {
    tmp_size::LiveVectors(
        tmp_size::ElementsOf(srcShape), typeSize,
        static_cast<uint32_t>(isa::RoundVectors(tmp_size::ArchOf(ascendcPlatform), typeSize)),
        &maxValue, &minValue);
}
void GetRoundTmpBufferFactorSize(const platform_ascendc::PlatformAscendC& ascendcPlatform,
                                 const uint32_t typeSize, uint32_t& maxLiveNodeCount,
                                 uint32_t& extraBuffer) {
    maxLiveNodeCount =
        static_cast<uint32_t>(isa::RoundVectors(tmp_size::ArchOf(ascendcPlatform), typeSize));
    extraBuffer = 0;
}

void GetPowerMaxMinTmpSize(const ge::Shape& srcShape1, const ge::Shape& srcShape2,
                           const bool typeIsInt, const uint32_t typeSize, const bool,
                           uint32_t& maxValue, uint32_t& minValue) {
    const uint64_t elements =
        std::max(tmp_size::ElementsOf(srcShape1), tmp_size::ElementsOf(srcShape2));
    const bool of_tensors = IsTensor(srcShape1) && IsTensor(srcShape2);
    const uint32_t arch = tmp_size::CurrentArch();
    FloatVectors(elements, isa::PowerVectors(arch, typeIsInt, typeSize, of_tensors), &maxValue,
                 &minValue);
    const uint32_t besides =
        tmp_size::Saturate(isa::PowerScratch(arch, typeIsInt, typeSize, of_tensors)) - minValue;
    minValue += besides;
    maxValue = tmp_size::Saturate(uint64_t{maxValue} + besides);
}
void GetPowerTmpBufferFactorSize(const bool baseIsTensor, const bool expIsTensor,
                                 const bool typeIsInt, const uint32_t typeSize,
                                 uint32_t& maxLiveNodeCount, uint32_t& extraBuffer) {
    // Two vectors of half for each one of float.
    maxLiveNodeCount =
        static_cast<uint32_t>((typeIsInt || typeSize != kHalfBytes ? 1 : 2) *
                              isa::PowerVectors(tmp_size::CurrentArch(), typeIsInt, typeSize,
                                                baseIsTensor && expIsTensor));
    extraBuffer = typeIsInt ? 0 : tmp_size::kRepeatBytes;
}

void GetCumSumMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize,
                            const bool isLastAxis, const bool, uint32_t& maxValue,
                            uint32_t& minValue) {
    const size_t dims = srcShape.GetDimNum();
    const uint64_t elements = tmp_size::ElementsOf(srcShape);
    const int64_t last = dims == 0 ? 1 : srcShape.GetDim(dims - 1);
    const uint64_t columns = static_cast<uint64_t>(std::max<int64_t>(last, 1));
    const uint64_t rows = elements / columns;
    minValue = tmp_size::Saturate(isa::CumSumScratch(rows, columns, typeSize, isLastAxis));
    maxValue =
        isLastAxis
            ? tmp_size::Saturate(uint64_t{minValue} * std::max<uint64_t>((rows + 15) / 16, 1))
            : minValue;
}

void GetSigmoidMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, bool,
                             uint32_t& maxValue, uint32_t& minValue) {
    tmp_size::LiveVectors(tmp_size::ElementsOf(srcShape), typeSize, 1, &maxValue, &minValue);
}
void GetSiluTmpSize(const ge::Shape&, const uint32_t, const bool, uint32_t& max, uint32_t& min) {
    max = 0;
    min = 0;
}
void GetSwishTmpSize(const ge::Shape&, const uint32_t, const bool, uint32_t& max, uint32_t& min) {
    max = 0;
    min = 0;
}
void GetGeluMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t, uint32_t& maxValue,
                          uint32_t& minValue) {
    FloatVectors(tmp_size::ElementsOf(srcShape), isa::kGeluVectors, &maxValue, &minValue);
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
    tmp_size::LiveVectors(tmp_size::ElementsOf(srcShape), typeSize,
                          Live(typeSize, isa::kSwiGluHalfVectors, isa::kSwiGluFloatVectors),
                          &maxValue, &minValue);
}
void GetSwiGLUTmpBufferFactorSize(const uint32_t typeSize, uint32_t& maxLiveNodeCount,
                                  uint32_t& extraBuffer) {
    maxLiveNodeCount = Live(typeSize, isa::kSwiGluHalfVectors, isa::kSwiGluFloatVectors);
    extraBuffer = 0;
}
void GetReGluMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t typeSize, const bool,
                           uint32_t& maxValue, uint32_t& minValue) {
    // Float takes one vector however many elements there are.
    const uint64_t elements = typeSize == kHalfBytes ? tmp_size::ElementsOf(srcShape) : 0;
    tmp_size::LiveVectors(elements, typeSize,
                          Live(typeSize, isa::kReGluHalfVectors, isa::kReGluFloatVectors),
                          &maxValue, &minValue);
}

void GetReduceXorSumMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t,
                                  const bool isReuseSource, uint32_t& maxValue,
                                  uint32_t& minValue) {
    minValue =
        tmp_size::Saturate(isa::XorSumScratch(tmp_size::ElementsOf(srcShape), isReuseSource));
    maxValue = minValue;
}

void GetArithProgressionMaxMinTmpSize(uint32_t& maxValue, uint32_t& minValue) {
    maxValue = 0;
    minValue = 0;
}

void GetArangeMaxMinTmpSize(uint32_t& maxValue, uint32_t& minValue) {
    GetArithProgressionMaxMinTmpSize(maxValue, minValue);
}

void GetAscendQuantMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t, uint32_t& maxValue,
                                 uint32_t& minValue) {
    // Every element as half, which is what int8 is made of.
    minValue = isa::kQuantVectors * tmp_size::kRepeatBytes;
    maxValue = std::max(minValue, tmp_size::Saturate(kHalfBytes * tmp_size::ElementsOf(srcShape)));
}
void GetAscendQuantTmpBufferFactorSize(uint32_t& maxLiveNodeCount, uint32_t& extraBuffer) {
    maxLiveNodeCount = isa::kQuantVectors;
    extraBuffer = 0;
}

void GetAscendDequantMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t, uint32_t& maxValue,
                                   uint32_t& minValue) {
    const size_t dims = srcShape.GetDimNum();
    const uint64_t elements = tmp_size::ElementsOf(srcShape);
    const uint64_t row =
        dims == 0 ? 1 : static_cast<uint64_t>(std::max<int64_t>(srcShape.GetDim(dims - 1), 1));
    const uint64_t least = isa::DequantScratch(row);
    minValue = tmp_size::Saturate(least);
    maxValue = tmp_size::Saturate(least + (std::max(elements, row) - row) * sizeof(float));
}
void GetAscendDequantTmpBufferFactorSize(const ge::Shape& srcShape, uint32_t& maxLiveNodeCount,
                                         uint32_t& extraBuffer) {
    const size_t dims = srcShape.GetDimNum();
    if (dims == 0 || dims > 2) {
        maxLiveNodeCount = 0;
        extraBuffer = 0;
        return;
    }
    const auto row = static_cast<uint32_t>(dims == 2 ? srcShape.GetDim(1) : 0);
    maxLiveNodeCount = dims == 2 ? 1 : 2;
    extraBuffer = 8 + 64 + row;
}

void GetAscendAntiQuantMaxMinTmpSize(const ge::Shape& srcShape, const ge::Shape& scaleShape,
                                     bool isTranspose, ge::DataType, ge::DataType outputDataType,
                                     uint32_t& maxValue, uint32_t& minValue) {
    const uint64_t scales = tmp_size::ElementsOf(scaleShape);
    const bool per_channel = scales != 1;
    const uint64_t k = srcShape.GetDimNum() == 0
                           ? 1
                           : static_cast<uint64_t>(std::max<int64_t>(srcShape.GetDim(0), 1));
    minValue = outputDataType != ge::DT_BF16
                   ? 0
                   : tmp_size::Saturate(isa::AntiQuantScratch(isTranspose, per_channel, k, scales));
    maxValue = outputDataType != ge::DT_BF16 || per_channel
                   ? minValue
                   : std::max(minValue,
                              tmp_size::Saturate(tmp_size::ElementsOf(srcShape) * sizeof(float)));
}
void GetAscendAntiQuantTmpBufferFactorSize(const ge::Shape& srcShape, const ge::Shape& scaleShape,
                                           bool isTranspose, ge::DataType inputDataType,
                                           ge::DataType outputDataType, uint32_t& maxLiveNodeCount,
                                           uint32_t& extraBuffer) {
    // With one scale all of the source is converted; else the temporary has one size.
    const bool one_scale = tmp_size::ElementsOf(scaleShape) == 1;
    maxLiveNodeCount = outputDataType == ge::DT_BF16 && one_scale ? 1 : 0;
    uint32_t max_value = 0;
    GetAscendAntiQuantMaxMinTmpSize(srcShape, scaleShape, isTranspose, inputDataType,
                                    outputDataType, max_value, extraBuffer);
    extraBuffer = one_scale ? 0 : extraBuffer;
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

void GetDropOutMaxMinTmpSize(const ge::Shape& srcShape, const uint32_t, const bool,
                             uint32_t& maxValue, uint32_t& minValue) {
    FloatVectors(tmp_size::ElementsOf(srcShape), isa::kDropOutVectors, &maxValue, &minValue);
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
