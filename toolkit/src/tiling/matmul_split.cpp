#include "tiling/matmul_split.h"

#include <algorithm>
#include <tuple>

namespace matmul_tiling {
namespace {

constexpr int32_t kFractal = 16;
constexpr int32_t kLongRow = 256;  // elements that a core should read of a row at a time

int32_t CeilDiv(int32_t value, int32_t divisor) {
    return (value + divisor - 1) / divisor;
}
int32_t AlignUp(int32_t value, int32_t unit) {
    return CeilDiv(value, unit) * unit;
}

/// What the cube computes of a side: whole fractals, or whole base blocks if these are prescribed.
int64_t Computed(const SplitSide& side, int32_t part) {
    return AlignUp(part, std::max(side.base, kFractal));
}

bool CutsLongRow(const SplitSide& side, int32_t part) {
    return side.is_row && side.size >= kLongRow && part < kLongRow;
}

/// Orders splits: the least is the best.
auto Rank(const SplitSide& m, const SplitSide& n, const Split& split) {
    const int64_t work = Computed(m, split.m) * Computed(n, split.n);
    const int64_t load = int64_t{m.size} * split.n_dim + int64_t{n.size} * split.m_dim;
    const bool short_rows = n.is_row && n.size < kLongRow;
    return std::make_tuple(work, split.m_dim * split.n_dim,
                           CutsLongRow(m, split.m) || CutsLongRow(n, split.n),
                           short_rows ? -split.n_dim : 0, load, split.n_dim);
}

}  // namespace

int32_t Share(const SplitSide& side, int32_t cores) {
    int32_t share = AlignUp(CeilDiv(side.size, cores), side.unit);
    if (side.min > 0) {
        share = std::max(share, AlignUp(side.min, side.unit));
    }
    if (side.max > 0) {
        share = std::min(share, std::max(side.max / side.unit * side.unit, side.unit));
    }
    return std::min(share, side.size);
}

Split ChooseSplit(const SplitSide& m, const SplitSide& n, int32_t cores) {
    Split best;
    for (int32_t m_cores = 1; m_cores <= cores; ++m_cores) {
        for (int32_t n_cores = 1; n_cores <= cores / m_cores; ++n_cores) {
            Split split;
            split.m = Share(m, m_cores);
            split.n = Share(n, n_cores);
            split.m_dim = CeilDiv(m.size, split.m);
            split.n_dim = CeilDiv(n.size, split.n);
            const bool legal = int64_t{split.m_dim} * split.n_dim <= cores;
            if (legal && (best.m_dim == 0 || Rank(m, n, split) < Rank(m, n, best))) {
                best = split;
            }
        }
    }
    return best;
}

}  // namespace matmul_tiling
