// Executes loads of a feature map's windows.
#include <algorithm>

#include "aicore/exec/cube/transpose.h"
#include "aicore/exec/engine.h"
#include "aicore/instruction_executor.h"
#include "isa/cube_im2col.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

constexpr uint32_t kRows = 16;       // of a fractal
constexpr uint32_t kBlockSize = 32;  // bytes of a row

class Im2col {
public:
    explicit Im2col(const CubeIm2col& record)
        : r_(record),
          block_elements_(kBlockSize * 8 / record.element_bits),
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
          column_blocks_((record.k + block_elements_ - 1) / block_elements_) {
        FillPadding();
    }

    void Run() {
        const uint32_t rows = row_tiles_ * (r_.repeat_columns ? 1 : r_.repeat);
        const uint32_t blocks = column_blocks_ * (r_.repeat_columns ? r_.repeat : 1);
        if (r_.target == CubeIm2col::Target::kRows) {
            for (uint32_t row = 0; row < rows; ++row) {
                for (uint32_t block = 0; block < blocks; ++block) {
                    FetchFractal(r_.dst + (uint64_t{row} * blocks + block) * kFractalBytes, row,
                                 block);
                }
            }
        } else if (r_.element_bits == 16) {
            TransposeAll(rows, blocks);
        } else if (r_.element_bits == 32) {
            TransposeAllWords(rows, blocks);
        } else {
            UnknownType();
        }
    }

private:
    static uint64_t Positions(int64_t size, uint64_t filter, uint64_t dilation, uint64_t stride) {
        const uint64_t reach = (filter - 1) * dilation + 1;
        return size < static_cast<int64_t>(reach)
                   ? 0
                   : (static_cast<uint64_t>(size) - reach) / std::max<uint64_t>(stride, 1) + 1;
    }

    void FillPadding() {
        const size_t size = std::max(1, r_.element_bits / 8);
        uint64_t value = r_.pad_value;
        if (r_.element_bits == 4) {
            value = (value & 0xf) | (value & 0xf) << 4;
        }
        for (size_t i = 0; i < kBlockSize; i += size) {
            std::memcpy(padding_ + i, &value, size);
        }
    }

    uint32_t FirstRow(uint32_t tile) const {
        return r_.m_start + tile / row_tiles_ * r_.repeat_stride + tile % row_tiles_ * kRows;
    }
    uint64_t FirstColumn(uint32_t block) const {
        return r_.k_start + uint64_t{block / column_blocks_} * r_.repeat_stride +
               uint64_t{block % column_blocks_} * block_elements_;
    }

    void FetchFractal(uint8_t* dst, uint32_t tile, uint32_t block) const {
        const uint32_t first = FirstRow(tile);
        const uint64_t column = FirstColumn(block);
        for (uint32_t row = 0; row < kRows; ++row) {
            FetchRow(dst + row * kBlockSize, first + row, column);
        }
    }

    /// One block of columns of row `m`.
    void FetchRow(uint8_t* dst, uint64_t m, uint64_t column) const {
        std::memcpy(dst, padding_, kBlockSize);
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
        const uint64_t block = column / block_elements_;
        if (block < whole_blocks_) {
            const uint64_t plane = block / points_ * r_.height * r_.width * kBlockSize;
            FetchPoint(dst, top, left, block % points_, plane, kBlockSize);
            return;
        }
        FetchRest(dst, top, left, column - whole_blocks_ * block_elements_);
    }

    /// Columns of the last channels, which are fewer than a block.
    void FetchRest(uint8_t* dst, int64_t top, int64_t left, uint64_t column) const {
        if (rest_ == 0) {
            std::memset(dst, 0, kBlockSize);
            return;
        }
        const uint64_t bytes = uint64_t{rest_} * r_.element_bits / 8;
        const uint64_t plane =
            uint64_t{r_.channels / block_elements_} * r_.height * r_.width * kBlockSize;
        for (uint64_t done = 0; done < kBlockSize; done += bytes) {
            const uint64_t point = column / rest_ + done / bytes;
            if (point < points_) {
                FetchPoint(dst + done, top, left, point, plane, bytes);
            } else {
                std::memset(dst + done, 0, bytes);
            }
        }
    }

    /// The channels at one point of the filter, `bytes` of them.
    void FetchPoint(uint8_t* dst, int64_t top, int64_t left, uint64_t point, uint64_t plane,
                    uint64_t bytes) const {
        const int64_t y = top + static_cast<int64_t>(point / r_.filter_w * r_.dilation_h);
        const int64_t x = left + static_cast<int64_t>(point % r_.filter_w * r_.dilation_w);
        if (y < 0 || x < 0 || y >= static_cast<int64_t>(r_.height) ||
            x >= static_cast<int64_t>(r_.width)) {
            return;
        }
        const uint8_t* src =
            r_.src + plane +
            (static_cast<uint64_t>(y) * r_.width + static_cast<uint64_t>(x)) * bytes;
        if (r_.wrap_end != nullptr && src >= r_.wrap_end) {
            src -= r_.wrap_bytes;
        }
        std::memcpy(dst, src, bytes);
    }

    void TransposeAll(uint32_t rows, uint32_t blocks) const {
        for (uint32_t row = 0; row < rows; ++row) {
            for (uint32_t block = 0; block < blocks; ++block) {
                uint8_t fractal[kFractalBytes];
                FetchFractal(fractal, row, block);
                const uint64_t index = r_.target == CubeIm2col::Target::kColumns
                                           ? uint64_t{block} * rows + row
                                           : uint64_t{row} * blocks + block;
                TransposeFractal(r_.dst + index * kFractalBytes, fractal);
            }
        }
    }

    /// Two blocks of 8 columns make a square; an odd last one fills half of it.
    void TransposeAllWords(uint32_t rows, uint32_t blocks) const {
        const uint64_t squares = (blocks + 1) / 2;
        for (uint32_t row = 0; row < rows; ++row) {
            for (uint32_t square = 0; square < squares; ++square) {
                uint8_t in[2 * kFractalBytes] = {};
                uint8_t out[2 * kFractalBytes];
                const uint32_t present = std::min<uint32_t>(2, blocks - 2 * square);
                for (uint32_t i = 0; i < present; ++i) {
                    FetchFractal(in + i * kFractalBytes, row, 2 * square + i);
                }
                TransposeSquare<uint32_t, 8, 2>(out, kFractalBytes, in, kFractalBytes);
                for (uint64_t half = 0; half < 2; ++half) {
                    const uint64_t index = r_.target == CubeIm2col::Target::kColumns
                                               ? square * 2 * uint64_t{rows} + 2 * row + half
                                               : (2 * uint64_t{row} + half) * squares + square;
                    std::memcpy(r_.dst + index * kFractalBytes, out + half * kFractalBytes,
                                present * 8 * kBlockSize);
                }
            }
        }
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
    uint8_t padding_[kBlockSize];
};

void RunIm2col(const CubeIm2col* record) {
    if (record->height == 0 || record->width == 0 || record->channels == 0 || record->k == 0 ||
        record->m == 0 || record->filter_w == 0 || record->filter_h == 0) {
        return;
    }
    Im2col(*record).Run();
}

}  // namespace

AICORE_EXECUTOR(aicore_cube_im2col, CubeIm2col, RunIm2col)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
