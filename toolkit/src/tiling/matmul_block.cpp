#include "tiling/matmul_block.h"

#include <algorithm>

namespace matmul_tiling {
namespace {

constexpr int64_t kFractal = 16;       // rows and columns of a fractal
constexpr int64_t kFractalBytes = 32;  // of one row of a fractal
constexpr int64_t kAccumulatorBytes = 4;
constexpr int64_t kPreferredM = 128;
constexpr int64_t kPreferredN = 256;
constexpr int64_t kLongestK = 2048;  // of a product; the instruction takes 4095 at most
constexpr int64_t kMaxStepK = 8;

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
        if (p_.k_is_row) {
            k_unit_ = std::max(k_unit_, kFractal);  // fractals are transposed in squares
        }
        if (p_.sparse) {
            k_unit_ *= 2;  // B comes in whole fractals of what it keeps
        }
    }

    bool Run() {
        if (p_.m <= 0 || p_.n <= 0 || p_.k <= 0) {
            return false;
        }
        StartWithPreferred();
        while (!FitsL0() || !FitsL1(1, 1)) {
            if (!Shrink()) {
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
        c_.base_m = Start(p_.m, kFractal, kPreferredM, p_.fixed_m, p_.max_m, p_.min_m);
        // A narrow matrix leaves room in L0C for a longer other side.
        const int64_t preferred_n = c_.base_m <= kPreferredM / 2 ? kPreferredN * 2 : kPreferredN;
        c_.base_n = Start(p_.n, kFractal, preferred_n, p_.fixed_n, p_.max_n, p_.min_n);
        const int64_t preferred_k = p_.a_stays ? StayingBaseK(p_.a_bits) : PreferredK();
        c_.base_k = Start(p_.k, k_unit_, preferred_k, p_.fixed_k, p_.max_k, p_.min_k);
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
        c_.db_l0c = 2 * BlockC() <= p_.l0c ? 2 : 1;
    }

    /// As many steps along K as L1 holds, twice if there are more to come. Steps are halved until
    /// they fit, as CANN's are (4 of 16 KB and 32 KB in L1 of 512 KB).
    bool ChooseL1Depth() {
        const int64_t k_steps = CeilDiv(p_.k, c_.base_k);
        int64_t step = std::min(k_steps, kMaxStepK);
        int64_t buffers = k_steps > step ? 2 : 1;
        while (!FitsL1(step * buffers, step * buffers) && (step > 1 || buffers > 1)) {
            if (step > 1) {
                step /= 2;
                buffers = 2;
            } else {
                buffers = 1;
            }
        }
        c_.step_ka = p_.a_in_l1 ? k_steps : step;
        c_.step_kb = p_.b_in_l1 ? k_steps : step;
        c_.step_m = p_.a_in_l1 ? CeilDiv(p_.m, c_.base_m) : 1;
        c_.step_n = p_.b_in_l1 ? CeilDiv(p_.n, c_.base_n) : 1;
        c_.depth_a1 = p_.a_in_l1 ? c_.step_m * k_steps : step * buffers;
        c_.depth_b1 = p_.b_in_l1 ? c_.step_n * k_steps : step * buffers;
        c_.l1_bytes = L1Bytes(c_.depth_a1, c_.depth_b1);
        return true;
    }

    /// All of A, and all of B's K for one base block along N, twice if there is room.
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
