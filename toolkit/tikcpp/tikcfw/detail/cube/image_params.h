// Parameters of AIPP: what happens to images that are loaded.
#pragma once

#include "detail/types/half.h"

namespace AscendC {

/// YUV420SP: a plane of Y, and one of pairs (U, V) for 2 x 2 pixels. The others: 4, 3 and 1 bytes
/// per pixel.
enum class AippInputFormat : uint8_t {
    YUV420SP_U8 = 0,
    XRGB8888_U8 = 1,
    RGB888_U8 = 4,
    YUV400_U8 = 9,
};

/// paddingMode 0: constants per channel, left and right only; 1: the nearest pixel; 2: the block
/// next to the padding; 3: that block mirrored.
template <typename T>
struct AippPaddingParams {
    uint32_t paddingMode{0};
    T paddingValueCh0{0};
    T paddingValueCh1{0};
    T paddingValueCh2{0};
    T paddingValueCh3{0};
};

/// RB: of RGB888 and XRGB8888; UV: of YUV420SP; AX: XRGB becomes RGBX, whose X is dropped.
struct AippSwapParams {
    bool isSwapRB{false};
    bool isSwapUV{false};
    bool isSwapAX{false};
};

/// One row is loaded, whatever vertSize says.
struct AippSingleLineParams {
    bool isSingleLineCopy{false};
};

/// int8: value - mean; half: (value - mean - min) * var. dtcRoundMode (310B) has no effect: what it
/// rounds is whole.
struct AippDataTypeConvParams {
    uint8_t dtcMeanCh0{0};
    uint8_t dtcMeanCh1{0};
    uint8_t dtcMeanCh2{0};
    half dtcMinCh0{0};
    half dtcMinCh1{0};
    half dtcMinCh2{0};
    half dtcVarCh0{1.0};
    half dtcVarCh1{1.0};
    half dtcVarCh2{1.0};
    uint32_t dtcRoundMode{0};
};

/// cPaddingMode 0: pixels of 32 bytes; 1: of 4 channels.
template <typename T>
struct AippChannelPaddingParams {
    uint32_t cPaddingMode{0};
    T cPaddingValue{0};
};

/// From YUV: (matrix * (pixel - cscBiasIn)) / 256; to YUV: matrix * pixel / 256 + cscBiasOut.
struct AippColorSpaceConvParams {
    bool isEnableCsc{false};
    int16_t cscMatrixR0C0{0};
    int16_t cscMatrixR0C1{0};
    int16_t cscMatrixR0C2{0};
    int16_t cscMatrixR1C0{0};
    int16_t cscMatrixR1C1{0};
    int16_t cscMatrixR1C2{0};
    int16_t cscMatrixR2C0{0};
    int16_t cscMatrixR2C1{0};
    int16_t cscMatrixR2C2{0};
    uint8_t cscBiasIn0{0};
    uint8_t cscBiasIn1{0};
    uint8_t cscBiasIn2{0};
    uint8_t cscBiasOut0{0};
    uint8_t cscBiasOut1{0};
    uint8_t cscBiasOut2{0};
};

/// T: the type of the result.
template <typename T>
struct AippParams {
    AippPaddingParams<T> paddingParams;
    AippSwapParams swapParams;
    AippSingleLineParams singleLineParams;
    AippDataTypeConvParams dtcParams;
    AippChannelPaddingParams<T> cPaddingParams;
    AippColorSpaceConvParams cscParams;
};

/// Sizes and positions in pixels.
struct LoadImageToLocalParams {
    LoadImageToLocalParams() {}
    LoadImageToLocalParams(const uint16_t horizSizeIn, const uint16_t vertSizeIn,
                           const uint16_t horizStartPosIn, const uint16_t vertStartPosIn,
                           const uint16_t srcHorizSizeIn, const uint8_t topPadSizeIn,
                           const uint8_t botPadSizeIn, const uint16_t leftPadSizeIn,
                           const uint16_t rightPadSizeIn)
        : horizSize(horizSizeIn),
          vertSize(vertSizeIn),
          horizStartPos(horizStartPosIn),
          vertStartPos(vertStartPosIn),
          srcHorizSize(srcHorizSizeIn),
          topPadSize(topPadSizeIn),
          botPadSize(botPadSizeIn),
          leftPadSize(leftPadSizeIn),
          rightPadSize(rightPadSizeIn) {}

    uint16_t horizSize = 0;
    uint16_t vertSize = 0;
    uint16_t horizStartPos = 0;
    uint16_t vertStartPos = 0;
    uint16_t srcHorizSize = 0;
    uint8_t topPadSize = 0;
    uint8_t botPadSize = 0;
    uint16_t leftPadSize = 0;
    uint16_t rightPadSize = 0;
    uint8_t sid = 0;
};

}  // namespace AscendC
