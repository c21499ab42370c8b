// Choice of how several cores share M and N of a matrix multiplication.
#pragma once

#include <cstdint>

namespace matmul_tiling {

/// One of the two sides that are split. Sizes in elements; -1: not given.
struct SplitSide {
    int32_t size = 0;
    int32_t unit = 16;  ///< a core's part is a multiple of it
    int32_t base = -1;  ///< prescribed base block
    int32_t min = -1;   ///< limits of a core's part
    int32_t max = -1;
    bool is_row = false;  ///< rows of a matrix in memory run along it
};

struct Split {
    int32_t m_dim = 0;  ///< cores along M (N); 0: no legal split
    int32_t n_dim = 0;
    int32_t m = 0;  ///< of one core
    int32_t n = 0;
};

/// What one core takes of `side` when `cores` share it.
int32_t Share(const SplitSide& side, int32_t cores);

/// The split of least work for the busiest core. Among equals it uses the fewest cores, keeps rows
/// in memory long, cuts a matrix with short rows along N, and loads the least.
Split ChooseSplit(const SplitSide& m, const SplitSide& n, int32_t cores);

}  // namespace matmul_tiling
