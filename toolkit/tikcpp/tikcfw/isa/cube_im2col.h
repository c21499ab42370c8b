// Loads of a feature map's windows as rows of a matrix.
#pragma once

#include "isa/cube_load.h"

namespace AscendC::isa {

/// The feature map is in L1 as C1 x height x width x C0 elements, C0 = 32 bytes; if `channels` is
/// not a multiple of C0, the last part has what remains instead of C0. Its windows are the matrix
/// x: row (y * output width + x) is the window at (y, x), columns go through C1, filter height,
/// filter width, C0. Of x, `m` rows from `m_start` and `k` columns from `k_start` are loaded,
/// `repeat` times. Elements outside the feature map have `pad_value`. The first window is at
/// (`first_y`, `first_x`) of the feature map, negative in the padding; those after it in its row
/// follow a stride apart, and further rows begin at the padding's left edge.
struct CubeIm2col {
    enum class Target : uint8_t {
        kRows,       ///< Zz of x
        kColumns,    ///< Zz of x transposed
        kTransposed  ///< Zn of x
    };

    Target target;
    uint8_t element_bits;
    bool repeat_columns;  ///< repeats go along k, not m
    uint8_t repeat;
    uint32_t repeat_stride;  ///< rows or columns from one repeat to the next
    uint32_t height;
    uint32_t width;
    uint32_t channels;
    uint32_t pad_left;
    uint32_t pad_right;
    uint32_t pad_top;
    uint32_t pad_bottom;
    int32_t first_x;
    int32_t first_y;
    uint32_t stride_w;
    uint32_t stride_h;
    uint32_t filter_w;
    uint32_t filter_h;
    uint32_t dilation_w;
    uint32_t dilation_h;
    uint32_t m_start;
    uint32_t m;
    uint32_t k_start;
    uint32_t k;
    uint64_t pad_value;  ///< raw bits
    uint8_t* dst;
    const uint8_t* src;
    const uint8_t* wrap_end;  ///< reads from here on go to `wrap_bytes` before; null: nowhere
    uint64_t wrap_bytes;
};

}  // namespace AscendC::isa
