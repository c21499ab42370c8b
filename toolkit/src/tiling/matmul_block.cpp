#include "tiling/matmul_block.h"

#include <algorithm>
#include <array>

namespace matmul_tiling {
namespace {

constexpr int64_t kFractal = 16;       // rows and columns of a fractal
constexpr int64_t kFractalBytes = 32;  // of one row of a fractal
constexpr int64_t kAccumulatorBytes = 4;
constexpr int64_t kPreferredM = 128;
constexpr int64_t kPreferredN = 256;
constexpr int64_t kLongestK = 2048;  // of a product; the instruction takes 4095 at most

int64_t CeilDiv(int64_t value, int64_t divisor) {
    return (value + divisor - 1) / divisor;
}
int64_t AlignUp(int64_t value, int64_t unit) {
    return CeilDiv(value, unit) * unit;
}

/// Half the size, still a multiple of `unit`.
int64_t Halved(int64_t value, int64_t unit) {
    return AlignUp(CeilDiv(value, 2), unit);
}

class Chooser {
public:
    Chooser(const BlockProblem& problem, BlockChoice* choice) : p_(problem), c_(*choice) {
        k_unit_ = std::max(kFractalBytes * 8 / std::min(p_.a_bits, p_.b_bits), int64_t{1});
        if (p_.k_in_squares) {
            k_unit_ = std::max(k_unit_, kFractal);
        }
        if (p_.sparse) {
            k_unit_ *= 2;  // B comes in whole fractals of what it keeps
        }
    }

    bool Run() {
        if (p_.m <= 0 || p_.n <= 0 || p_.k <= 0) {
            return false;
        }
        if (p_.a_stays) {
            StartWithStaying();
        } else {
            StartWithPreferred();
        }
        while (!FitsL0() || !FitsL1(1, 1)) {
            if (p_.a_stays || !Shrink()) {
                return false;
            }
        }
        ChooseDoubleBuffers();
        if (!(p_.a_stays ? KeepA() : ChooseL1Depth())) {
            return false;
        }
        c_.l0c_bytes = BlockC() * c_.db_l0c;
        c_.ub_bytes = p_.ub >= 0 ? c_.base_m * c_.base_n * p_.c_bits / 8 : 0;
        return true;
    }

private:
    static int64_t Start(int64_t size, int64_t unit, int64_t preferred, int64_t fixed, int64_t max,
                         int64_t min) {
        if (fixed > 0) {
            return fixed;
        }
        int64_t base = std::min(AlignUp(size, unit), preferred);
        if (min > 0) {
            base = std::max(base, AlignUp(min, unit));
        }
        if (max > 0) {
            base = std::min(base, std::max(max / unit * unit, unit));
        }
        return base;
    }
    void StartWithPreferred() {
        // A narrow matrix leaves space in L0C for a longer other side.
        const int64_t preferred_m = p_.n <= kPreferredN / 4 ? kPreferredM * 2 : kPreferredM;
        c_.base_m = Start(p_.m, kFractal, preferred_m, p_.fixed_m, p_.max_m, p_.min_m);
        const int64_t preferred_n = c_.base_m <= kPreferredM / 2 ? kPreferredN * 2 : kPreferredN;
        c_.base_n = Start(p_.n, kFractal, preferred_n, p_.fixed_n, p_.max_n, p_.min_n);
        c_.base_k = Start(p_.k, k_unit_, PreferredK(), p_.fixed_k, p_.max_k, p_.min_k);
    }

    /// At most three blocks of A along M and along K, as even as can be, and of B's columns as many
    /// as L0B and L0C hold in addition to them.
    void StartWithStaying() {
        const auto even = [](int64_t size, int64_t unit, int64_t preferred) {
            return AlignUp(CeilDiv(size, std::min(CeilDiv(size, preferred), kBlocksThatStay)),
                           unit);
        };
        c_.base_m = p_.fixed_m > 0 ? p_.fixed_m : even(p_.m, kFractal, kPreferredM);
        const int64_t preferred_k = StayingBaseK(p_.a_bits);
        const bool few = CeilDiv(p_.k, preferred_k) <= kBlocksThatStay;
        c_.base_k = p_.fixed_k > 0 ? p_.fixed_k
                    : few          ? std::min(preferred_k, AlignUp(p_.k, k_unit_))
                                   : even(p_.k, k_unit_, preferred_k);
        const int64_t of_l0b = p_.l0b * 8 / p_.b_bits / c_.base_k;
        const int64_t of_l0c = p_.l0c / kAccumulatorBytes / c_.base_m;
        const int64_t room = std::min({of_l0b, of_l0c, kPreferredN}) / kFractal * kFractal;
        c_.base_n = p_.fixed_n > 0 ? p_.fixed_n
                                   : std::min(AlignUp(p_.n, kFractal), std::max(room, kFractal));
    }

    /// The longest K with which L0A and L0B hold two blocks each.
    int64_t PreferredK() const {
        const auto fits = [this](int64_t k) {
            return 2 * c_.base_m * k * p_.a_bits / 8 <= p_.l0a &&
                   2 * c_.base_n * k * p_.b_bits / 8 <= p_.l0b && k <= kLongestK;
        };
        int64_t k = k_unit_;
        while (fits(2 * k)) {
            k *= 2;
        }
        return k;
    }
    int64_t BlockA() const { return c_.base_m * c_.base_k * p_.a_bits / 8; }
    int64_t BlockB() const { return c_.base_n * c_.base_k * p_.b_bits / 8; }
    int64_t BlockC() const {
        return AlignUp(c_.base_m, kFractal) * AlignUp(c_.base_n, kFractal) * kAccumulatorBytes;
    }
    int64_t BiasBytes() const { return c_.base_n * p_.bias_bits / 8; }
    int64_t ScaleBytes() const { return c_.base_n * p_.scale_bits / 8; }

    bool FitsL0() const {
        const bool fits_ub = p_.ub < 0 || c_.base_m * c_.base_n * p_.c_bits / 8 <= p_.ub;
        const bool fits_bt =
            p_.bt == 0 || p_.bias_bits == 0 || c_.base_n * kAccumulatorBytes <= p_.bt;
        return BlockA() <= p_.l0a && BlockB() <= p_.l0b && BlockC() <= p_.l0c && fits_ub && fits_bt;
    }
    /// Whether L1 holds `a` base blocks of A and `b` of B.
    bool FitsL1(int64_t a, int64_t b) const { return L1Bytes(a, b) <= p_.l1; }
    int64_t L1Bytes(int64_t a, int64_t b) const {
        return (p_.a_in_l1 ? 0 : a * BlockA()) + (p_.b_in_l1 ? 0 : b * BlockB()) +
               AlignUp(BiasBytes(), 64) + AlignUp(ScaleBytes(), 128);
    }

    /// Halves the size that hurts most and may be changed; false if nothing is left to halve.
    bool Shrink() {
        const bool too_long = BlockA() > p_.l0a || BlockB() > p_.l0b || !FitsL1(1, 1);
        if (too_long && p_.fixed_k <= 0 && c_.base_k > k_unit_) {
            c_.base_k = Halved(c_.base_k, k_unit_);
            return true;
        }
        const bool can_m = p_.fixed_m <= 0 && c_.base_m > kFractal;
        const bool can_n = p_.fixed_n <= 0 && c_.base_n > kFractal;
        if (can_n && (c_.base_n >= c_.base_m || !can_m)) {
            c_.base_n = Halved(c_.base_n, kFractal);
            return true;
        }
        if (can_m) {
            c_.base_m = Halved(c_.base_m, kFractal);
            return true;
        }
        return false;
    }

    void ChooseDoubleBuffers() {
        c_.db_l0a = 2 * BlockA() <= p_.l0a ? 2 : 1;
        c_.db_l0b = 2 * BlockB() <= p_.l0b ? 2 : 1;
        // CANN's default is one buffer (l0cDB).
        c_.db_l0c = p_.a_stays && 2 * BlockC() <= p_.l0c ? 2 : 1;
    }

    /// Base blocks of a matrix in L1: steps along its outer axis and along K, twice where more of
    /// them are to come.
    struct BlocksInL1 {
        int64_t outer_blocks = 1;  ///< in all
        int64_t k_blocks = 1;
        int64_t step = 1;
        int64_t step_k = 1;
        int64_t most_buffers = 2;

        bool HasAllOfK() const { return step_k >= k_blocks; }
        bool HasAll() const { return HasAllOfK() && step >= outer_blocks; }
        int64_t Depth() const { return step * step_k * (HasAll() ? 1 : most_buffers); }
        int64_t Rounds() const { return CeilDiv(k_blocks, step_k); }

        /// Larger numbers of steps: all, or the double; first along K, then along the other axis.
        std::array<BlocksInL1, 2> Larger() const {
            std::array<BlocksInL1, 2> larger{*this, *this};
            const bool along_k = !HasAllOfK();
            const int64_t now = along_k ? step_k : step;
            const int64_t all = along_k ? k_blocks : outer_blocks;
            const int64_t numbers[] = {all, std::min(2 * now, all)};
            for (size_t i = 0; i < larger.size(); ++i) {
                (along_k ? larger[i].step_k : larger[i].step) = numbers[i];
            }
            return larger;
        }
    };

    bool Fits(const BlocksInL1& a, const BlocksInL1& b) const {
        const int64_t more = std::max(a.Rounds(), b.Rounds());
        const int64_t less = std::min(a.Rounds(), b.Rounds());
        return more % less == 0 && FitsL1(a.Depth(), b.Depth());
    }

    /// As many steps along K as L1 holds of both matrices, and what still fits of one: CANN's
    /// tilings have 4 of 16 KB and 32 KB in L1 of 512 KB, and all of K where it fits. Steps along
    /// the other axis are of use only then.
    bool ChooseL1Depth() {
        BlocksInL1 a;
        BlocksInL1 b;
        a.k_blocks = b.k_blocks = CeilDiv(p_.k, c_.base_k);
        a.outer_blocks = CeilDiv(p_.m, c_.base_m);
        b.outer_blocks = CeilDiv(p_.n, c_.base_n);
        a.step_k = b.step_k = a.k_blocks;
        while (!Fits(a, b) && a.step_k > 1) {
            a.step_k = b.step_k = a.HasAllOfK() ? PowerBelow(a.k_blocks) : a.step_k / 2;
        }
        // One buffer each is what always fits.
        b.most_buffers = Fits(a, b) ? 2 : 1;
        a.most_buffers = Fits(a, b) ? 2 : 1;
        while ((!p_.a_in_l1 && Grow(&a, a, b)) || (!p_.b_in_l1 && Grow(&b, a, b))) {
        }
        Store(a, p_.a_in_l1, &c_.step_m, &c_.step_ka, &c_.depth_a1);
        Store(b, p_.b_in_l1, &c_.step_n, &c_.step_kb, &c_.depth_b1);
        c_.l1_bytes = L1Bytes(c_.depth_a1, c_.depth_b1);
        return true;
    }

    /// Lets `side`, one of the two, take more of L1; false if it cannot.
    bool Grow(BlocksInL1* side, const BlocksInL1& a, const BlocksInL1& b) const {
        const BlocksInL1 before = *side;
        if (before.HasAll()) {
            return false;
        }
        for (const BlocksInL1& larger : before.Larger()) {
            *side = larger;
            if (Fits(a, b)) {
                return true;
            }
        }
        *side = before;
        return false;
    }

    /// The largest power of two below `value`, which is more than 1.
    static int64_t PowerBelow(int64_t value) {
        int64_t power = 1;
        while (2 * power < value) {
            power *= 2;
        }
        return power;
    }

    static void Store(const BlocksInL1& blocks, bool in_l1, int64_t* step, int64_t* step_k,
                      int64_t* depth) {
        *step = in_l1 ? blocks.outer_blocks : blocks.step;
        *step_k = in_l1 ? blocks.k_blocks : blocks.step_k;
        *depth = in_l1 ? blocks.outer_blocks * blocks.k_blocks : blocks.Depth();
    }

    /// All of A, and all of B's K for as many base blocks along N as fit twice.
    bool KeepA() {
        c_.step_m = CeilDiv(p_.m, c_.base_m);
        c_.step_ka = CeilDiv(p_.k, c_.base_k);
        c_.step_kb = c_.step_ka;
        c_.step_n = 1;
        c_.depth_a1 = c_.step_m * c_.step_ka;
        c_.depth_b1 = 2 * c_.step_kb;
        if (!FitsL1(c_.depth_a1, c_.depth_b1)) {
            c_.depth_b1 = c_.step_kb;
        }
        const int64_t n_blocks = CeilDiv(p_.n, c_.base_n);
        while (2 * (c_.step_n + 1) <= n_blocks &&
               FitsL1(c_.depth_a1, 2 * (c_.step_n + 1) * c_.step_kb)) {
            ++c_.step_n;
            c_.depth_b1 = 2 * c_.step_n * c_.step_kb;
        }
        c_.l1_bytes = L1Bytes(c_.depth_a1, c_.depth_b1);
        return std::max(c_.step_m, c_.step_ka) <= kBlocksThatStay &&
               FitsL1(c_.depth_a1, c_.depth_b1);
    }

    const BlockProblem& p_;
    BlockChoice& c_;
    int64_t k_unit_;
};

}  // namespace

bool ChooseBlocks(const BlockProblem& problem, BlockChoice* choice) {
    return Chooser(problem, choice).Run();
}

}  // namespace matmul_tiling
