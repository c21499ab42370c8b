// Loads of images.
#include "isa/image.h"

#include "observe/access/describe.h"

namespace observe {

using namespace AscendC::isa;
using AscendC::Hardware;

void Describe(const LoadImage& r, Regions* regions) {
    const ImageRegisters& image = regions->core().image;
    const uint32_t height = image.single_line ? 1 : r.height;
    const auto plane = [&](const char* name, int number, int64_t offset, uint64_t bytes,
                           uint32_t rows, int64_t pitch, uint32_t alignment) {
        if (image.planes[number] != nullptr) {
            regions->Box({AccessKind::kRead, Hardware::GM, name, image.planes[number], alignment},
                         offset, bytes, {{rows, pitch}});
        }
    };
    const uint32_t pixel_bytes = image.format == ImageFormat::kXrgb8888 ? 4
                                 : image.format == ImageFormat::kRgb888 ? 3
                                                                        : 1;
    const uint32_t alignment = image.format == ImageFormat::kYuv420sp   ? 2
                               : image.format == ImageFormat::kXrgb8888 ? 4
                                                                        : 1;
    const int64_t pitch = int64_t{r.row} * pixel_bytes;
    plane("src0", 0, r.top * pitch + int64_t{r.left} * pixel_bytes, uint64_t{r.width} * pixel_bytes,
          height, pitch, alignment);
    if (image.format == ImageFormat::kYuv420sp) {
        // Pairs of U and V, one for two rows and two columns.
        plane("src1", 1, r.top / 2 * int64_t{r.row} + r.left / 2 * 2,
              uint64_t{(r.width + 1U) / 2} * 2, (height + 1) / 2, r.row, alignment);
    }
    const uint32_t element = image.dtype == DType::kF16 ? 2 : 1;
    const uint64_t pixel = image.four_channels ? 4 * element : kBlockBytes;
    const uint64_t pixels = (uint64_t{r.pad_top} + height + r.pad_bottom) *
                            (uint64_t{r.pad_left} + r.width + r.pad_right);
    regions->Bytes({AccessKind::kWrite, Hardware::L1, "dst", r.dst, 32}, pixels * pixel);
}

}  // namespace observe
