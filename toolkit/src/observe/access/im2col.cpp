// Loads of a feature map's windows.
#include <algorithm>

#include "isa/cube_im2col.h"
#include "observe/access/describe.h"

namespace observe {

using namespace AscendC::isa;
using AscendC::Hardware;

namespace {

constexpr uint32_t kRows = 16;  ///< of a fractal

/// Which points of the feature map the windows take.
class Windows {
public:
    explicit Windows(const CubeIm2col& record)
        : r_(record),
          block_elements_(kBlockBytes * 8 / record.element_bits),
          rest_(record.channels % block_elements_),
          points_(uint64_t{record.filter_h} * record.filter_w),
          whole_blocks_(record.channels / block_elements_ * points_),
          output_width_(Positions(int64_t{record.width} + record.pad_left + record.pad_right,
                                  record.filter_w, record.dilation_w, record.stride_w)),
          skipped_(output_width_ -
                   Positions(int64_t{record.width} + record.pad_right - record.first_x,
                             record.filter_w, record.dilation_w, record.stride_w)),
          output_height_(Positions(int64_t{record.height} + record.pad_bottom - record.first_y,
                                   record.filter_h, record.dilation_h, record.stride_h)),
          row_tiles_((record.m + kRows - 1) / kRows),
          column_blocks_((record.k + block_elements_ - 1) / block_elements_) {}

    uint32_t rows() const { return row_tiles_ * (r_.repeat_columns ? 1 : r_.repeat); }
    uint32_t blocks() const { return column_blocks_ * (r_.repeat_columns ? r_.repeat : 1); }

    void Collect(ScatteredRuns* runs) const {
        for (uint32_t tile = 0; tile < rows(); ++tile) {
            const uint64_t first = r_.m_start + tile / row_tiles_ * r_.repeat_stride +
                                   uint64_t{tile % row_tiles_} * kRows;
            for (uint32_t block = 0; block < blocks(); ++block) {
                const uint64_t column = r_.k_start +
                                        uint64_t{block / column_blocks_} * r_.repeat_stride +
                                        uint64_t{block % column_blocks_} * block_elements_;
                for (uint32_t row = 0; row < kRows; ++row) {
                    CollectRow(first + row, column, runs);
                }
            }
        }
    }

private:
    static uint64_t Positions(int64_t size, uint64_t filter, uint64_t dilation, uint64_t stride) {
        const uint64_t reach = (filter - 1) * dilation + 1;
        return size < static_cast<int64_t>(reach)
                   ? 0
                   : (static_cast<uint64_t>(size) - reach) / std::max<uint64_t>(stride, 1) + 1;
    }

    /// A block of columns of row `m`.
    void CollectRow(uint64_t m, uint64_t column, ScatteredRuns* runs) const {
        const uint64_t position = m + skipped_;
        if (position >= output_width_ * output_height_) {
            return;
        }
        const int64_t top =
            static_cast<int64_t>(position / output_width_ * r_.stride_h) + r_.first_y;
        const int64_t left =
            position < output_width_
                ? static_cast<int64_t>(m * r_.stride_w) + r_.first_x
                : static_cast<int64_t>(position % output_width_ * r_.stride_w) - r_.pad_left;
        const uint64_t plane_bytes = uint64_t{r_.height} * r_.width * kBlockBytes;
        const uint64_t block = column / block_elements_;
        if (block < whole_blocks_) {
            CollectPoint(top, left, block % points_, block / points_ * plane_bytes, kBlockBytes,
                         runs);
            return;
        }
        if (rest_ == 0) {
            return;
        }
        // The last channels are fewer than a block: it has several points.
        const uint64_t bytes = uint64_t{rest_} * r_.element_bits / 8;
        const uint64_t first = (column - whole_blocks_ * block_elements_) / rest_;
        for (uint64_t done = 0; done < kBlockBytes; done += bytes) {
            const uint64_t point = first + done / bytes;
            if (point < points_) {
                CollectPoint(top, left, point, r_.channels / block_elements_ * plane_bytes, bytes,
                             runs);
            }
        }
    }

    void CollectPoint(int64_t top, int64_t left, uint64_t point, uint64_t plane, uint64_t bytes,
                      ScatteredRuns* runs) const {
        const int64_t y = top + static_cast<int64_t>(point / r_.filter_w * r_.dilation_h);
        const int64_t x = left + static_cast<int64_t>(point % r_.filter_w * r_.dilation_w);
        if (y < 0 || x < 0 || y >= int64_t{r_.height} || x >= int64_t{r_.width}) {
            return;
        }
        const uint8_t* src =
            r_.src + plane +
            (static_cast<uint64_t>(y) * r_.width + static_cast<uint64_t>(x)) * bytes;
        if (r_.wrap_end != nullptr && src >= r_.wrap_end) {
            src -= r_.wrap_bytes;
        }
        runs->Add(src, bytes);
    }

    const CubeIm2col& r_;
    const uint32_t block_elements_;
    const uint32_t rest_;          ///< channels of the last part, 0: none
    const uint64_t points_;        ///< of the filter
    const uint64_t whole_blocks_;  ///< blocks of columns of the whole parts
    const uint64_t output_width_;
    const uint64_t skipped_;  ///< windows of the first row that lie left of the first window
    const uint64_t output_height_;
    const uint32_t row_tiles_;      ///< of one repeat
    const uint32_t column_blocks_;  ///< of one repeat
};

}  // namespace

void Describe(const CubeIm2col& r, Regions* regions) {
    if (r.height == 0 || r.width == 0 || r.channels == 0 || r.k == 0 || r.m == 0 ||
        r.filter_w == 0 || r.filter_h == 0) {
        return;
    }
    const Windows windows(r);
    ScatteredRuns runs;
    windows.Collect(&runs);
    runs.Flush({AccessKind::kRead, Hardware::L1, "src", r.src, 32}, regions);
    const Hardware memory = regions->MemoryAt(r.dst);
    const Operand dst = {AccessKind::kWrite, memory, "dst", r.dst, AlignmentOf(memory)};
    const uint32_t rows = windows.rows();
    const uint32_t blocks = windows.blocks();
    if (r.target == CubeIm2col::Target::kRows || r.element_bits != 32 || blocks % 2 == 0) {
        regions->Bytes(dst, uint64_t{rows} * blocks * kFractalBytes);
        return;
    }
    // Transposed words: squares of two fractals, of which the last has a half only.
    const uint32_t squares = (blocks + 1) / 2;
    const uint32_t half = kFractalBytes / 2;
    if (r.target == CubeIm2col::Target::kColumns) {
        const uint64_t whole = uint64_t{squares - 1} * 2 * rows * kFractalBytes;
        regions->Bytes(dst, whole);
        regions->Box(dst, static_cast<int64_t>(whole), half, {{2 * rows, kFractalBytes}});
    } else {
        regions->Box(dst, uint64_t{squares - 1} * kFractalBytes + half,
                     {{2 * rows, int64_t{squares} * kFractalBytes}});
    }
}

}  // namespace observe
