// Loads of images: cropped, padded and converted on the way from global memory to L1.
#pragma once

#include "isa/types.h"

namespace AscendC::isa {

/// Values of AippInputFormat: bytes per pixel, or planes of Y and of pairs of U and V (one for 2 x
/// 2 pixels).
enum class ImageFormat : uint8_t { kYuv420sp = 0, kXrgb8888 = 1, kRgb888 = 4, kYuv400 = 9 };

/// How pixels around the image get their values.
enum class ImagePadding : uint8_t {
    kConstant,  ///< left and right only
    kEdge,      ///< the nearest pixel
    kBlock,     ///< the block of the padding's size next to it, unmodified
    kMirror,    ///< the same block, mirrored
};

/// What SetAippFunctions sets. Values of the result's type are raw bits.
struct ImageRegisters {
    const uint8_t* planes[2];
    ImageFormat format;
    ImagePadding padding;
    DType dtype;  ///< of the result: kU8 unmodified, kI8 minus mean, kF16 (- mean - min) * var
    bool four_channels;  ///< pixels of 4 elements, else of 32 bytes
    bool swap_rb;
    bool swap_uv;
    bool swap_ax;  ///< the first channel of XRGB goes to the end, where it is dropped
    bool single_line;
    bool convert_colours;
    uint8_t mean[3];
    uint16_t min[3];  ///< half
    uint16_t var[3];  ///< half
    uint16_t padding_value[4];
    uint16_t channel_value;  ///< of the channels that the image does not have
    int16_t matrix[3][3];    ///< in 1/256
    uint8_t bias_in[3];      ///< subtracted before, from YUV
    uint8_t bias_out[3];     ///< added after, to YUV
};

/// Loads `width` x `height` pixels from (left, top) of an image with rows of `row` pixels, with
/// paddings in pixels, as rows of pixels of the registers' type.
struct LoadImage {
    uint8_t* dst;
    DType dtype;
    uint16_t width;
    uint16_t height;
    uint16_t left;
    uint16_t top;
    uint16_t row;
    uint16_t pad_top;
    uint16_t pad_bottom;
    uint16_t pad_left;
    uint16_t pad_right;
};

}  // namespace AscendC::isa
