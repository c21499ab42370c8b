// Executes loads of images.
#include "isa/image.h"

#include <algorithm>
#include <cstring>

#include "aicore/exec/engine.h"
#include "aicore/exec/simd.h"
#include "aicore/instruction_executor.h"
#include "isa/core.h"
#include "isa/print.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

constexpr uint32_t kLargestSize = 4095;
constexpr uint32_t kLargestPad = 32;

/// One load: first the pixels of the image, then the paddings, made of them.
class ImageLoad {
public:
    ImageLoad(const LoadImage& record, const ImageRegisters& registers)
        : r_(record),
          image_(registers),
          height_(registers.single_line ? 1 : record.height),
          element_(registers.dtype == DType::kF16 ? 2 : 1),
          pixel_(registers.four_channels ? 4 * element_ : 32),
          columns_(size_t{record.pad_left} + record.width + record.pad_right) {}

    void Run() {
        Check();
        for (size_t y = 0; y < height_; ++y) {
            for (size_t x = 0; x < r_.width; ++x) {
                StorePixel(At(y + r_.pad_top, x + r_.pad_left), r_.left + x, r_.top + y);
            }
        }
        const size_t rows = r_.pad_top + height_ + r_.pad_bottom;
        for (size_t y = 0; y < rows; ++y) {
            for (size_t x = 0; x < columns_; ++x) {
                const bool inside = y - r_.pad_top < height_ && x - r_.pad_left < r_.width;
                if (!inside) {
                    Pad(y, x);
                }
            }
        }
    }

private:
    static void Require(bool condition, const char* message) {
        if (!condition) {
            aicore_trap(message);
        }
    }

    void Check() const {
        const bool yuv420 = image_.format == ImageFormat::kYuv420sp;
        Require(image_.planes[0] != nullptr && (!yuv420 || image_.planes[1] != nullptr),
                "LoadImageToLocal: SetAippFunctions did not set the image (YUV420SP: two planes)");
        Require(yuv420 || image_.format == ImageFormat::kXrgb8888 ||
                    image_.format == ImageFormat::kRgb888 || image_.format == ImageFormat::kYuv400,
                "SetAippFunctions: unknown AippInputFormat");
        Require(r_.dtype == image_.dtype,
                "LoadImageToLocal: the destination's type is not that of AippParams");
        Require(InRange(r_.width) && InRange(r_.row) && (image_.single_line || InRange(r_.height)),
                "LoadImageToLocal: horizSize, vertSize and srcHorizSize are 2 to 4095");
        Require(r_.left % 2 == 0 && (!yuv420 || (r_.top % 2 == 0 && r_.row % 2 == 0)),
                "LoadImageToLocal: horizStartPos is even, in YUV420SP vertStartPos and "
                "srcHorizSize too");
        Require(r_.left + r_.width <= r_.row && r_.top <= kLargestSize,
                "LoadImageToLocal: the part is not within the rows of the image");
        Require(std::max({r_.pad_top, r_.pad_bottom, r_.pad_left, r_.pad_right}) <= kLargestPad,
                "LoadImageToLocal: paddings are 0 to 32");
        Require(
            image_.padding != ImagePadding::kConstant || (r_.pad_top == 0 && r_.pad_bottom == 0),
            "LoadImageToLocal: paddingMode 0 pads left and right only");
        Require(image_.padding < ImagePadding::kBlock ||
                    (std::max(r_.pad_left, r_.pad_right) <= r_.width &&
                     std::max(r_.pad_top, r_.pad_bottom) <= height_),
                "LoadImageToLocal: paddings made of blocks are not larger than the part");
        Require(!image_.convert_colours || image_.format != ImageFormat::kYuv400,
                "SetAippFunctions: YUV400 has no colours to convert (isEnableCsc)");
        Require(CurrentCore().arch != 300 || (image_.min[0] | image_.min[1] | image_.min[2]) == 0,
                "SetAippFunctions: 310B has no dtcMin");
        const bool aligned = yuv420
                                 ? (Address(0) | Address(1)) % 2 == 0
                                 : image_.format != ImageFormat::kXrgb8888 || Address(0) % 4 == 0;
        Require(aligned, "SetAippFunctions: YUV420SP images are aligned to 2 bytes, XRGB8888 to 4");
        const Arena& l1 = CurrentCore().arenas[static_cast<int>(Hardware::L1)];
        Require(At(r_.pad_top + height_ + r_.pad_bottom, 0) <= l1.base + l1.size,
                "LoadImageToLocal: the image with its paddings is larger than L1");
    }

    static bool InRange(uint32_t size) { return size >= 2 && size <= kLargestSize; }
    uintptr_t Address(int plane) const { return reinterpret_cast<uintptr_t>(image_.planes[plane]); }
    uint8_t* At(size_t y, size_t x) const { return r_.dst + (y * columns_ + x) * pixel_; }

    void StorePixel(uint8_t* dst, size_t x, size_t y) const {
        int32_t values[3];
        const size_t count = LoadPixel(values, x, y);
        if (image_.convert_colours) {
            ConvertColours(values);
        }
        for (size_t i = 0; i < count; ++i) {
            StoreValue(dst + i * element_, values[i], i);
        }
        FillChannels(dst, count);
    }

    /// The channels of a pixel, exchanged as the registers say; returns how many there are.
    size_t LoadPixel(int32_t* values, size_t x, size_t y) const {
        const size_t index = y * r_.row + x;
        const uint8_t* plane = image_.planes[0];
        switch (image_.format) {
            case ImageFormat::kYuv400:
                values[0] = plane[index];
                return 1;
            case ImageFormat::kYuv420sp: {
                const uint8_t* pair = image_.planes[1] + y / 2 * r_.row + x / 2 * 2;
                values[0] = plane[index];
                values[1] = pair[image_.swap_uv ? 1 : 0];
                values[2] = pair[image_.swap_uv ? 0 : 1];
                return 3;
            }
            default:
                break;
        }
        const bool xrgb = image_.format == ImageFormat::kXrgb8888;
        const uint8_t* pixel = plane + index * (xrgb ? 4 : 3) + (xrgb && image_.swap_ax ? 1 : 0);
        for (int i = 0; i < 3; ++i) {
            values[i] = pixel[image_.swap_rb ? 2 - i : i];
        }
        return 3;
    }

    void ConvertColours(int32_t* values) const {
        const bool from_yuv = image_.format == ImageFormat::kYuv420sp;
        int32_t in[3];
        for (int i = 0; i < 3; ++i) {
            in[i] = values[i] - (from_yuv ? image_.bias_in[i] : 0);
        }
        for (int i = 0; i < 3; ++i) {
            const int32_t* c = in;
            const int16_t* row = image_.matrix[i];
            const int32_t sum = (row[0] * c[0] + row[1] * c[1] + row[2] * c[2]) >> 8;
            values[i] = std::min(std::max(sum + (from_yuv ? 0 : image_.bias_out[i]), 0), 255);
        }
    }

    void StoreValue(uint8_t* dst, int32_t value, size_t channel) const {
        const int32_t difference = value - image_.mean[channel];
        if (image_.dtype == DType::kF16) {
            const float result =
                (static_cast<float>(difference) - HalfToFloat(image_.min[channel])) *
                HalfToFloat(image_.var[channel]);
            StoreBlock(DType::kF32, DType::kF16, dst, &result, 1);
        } else if (image_.dtype == DType::kI8) {
            *dst = static_cast<uint8_t>(std::min(std::max(difference, -128), 127));
        } else {
            *dst = static_cast<uint8_t>(value);
        }
    }

    void FillChannels(uint8_t* dst, size_t from) const {
        for (size_t i = from; i * element_ < pixel_; ++i) {
            std::memcpy(dst + i * element_, &image_.channel_value, element_);
        }
    }

    void Pad(size_t y, size_t x) const {
        uint8_t* dst = At(y, x);
        if (image_.padding != ImagePadding::kConstant) {
            std::memcpy(dst,
                        At(Source(y, r_.pad_top, height_, r_.pad_bottom),
                           Source(x, r_.pad_left, r_.width, r_.pad_right)),
                        pixel_);
            return;
        }
        for (size_t i = 0; i < 4; ++i) {
            std::memcpy(dst + i * element_, &image_.padding_value[i], element_);
        }
        FillChannels(dst, 4);
    }

    /// Which row or column of the image, `size` after `before`, fills row or column `i`.
    size_t Source(size_t i, size_t before, size_t size, size_t after) const {
        const size_t end = before + size;
        if (i >= before && i < end) {
            return i;
        }
        switch (image_.padding) {
            case ImagePadding::kEdge:
                return i < before ? before : end - 1;
            case ImagePadding::kBlock:
                return i < before ? i + before : i - after;
            default:
                return i < before ? 2 * before - 1 - i : 2 * end - 1 - i;
        }
    }

    const LoadImage& r_;
    const ImageRegisters& image_;
    const size_t height_;
    const size_t element_;  ///< bytes
    const size_t pixel_;    ///< bytes
    const size_t columns_;
};

void RunLoadImage(const LoadImage* record) {
    ImageLoad(*record, CurrentCore().image).Run();
}

}  // namespace

AICORE_EXECUTOR(aicore_load_image, LoadImage, RunLoadImage)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
