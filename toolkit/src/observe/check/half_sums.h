// Sums of halves, carried along in double.
#pragma once

#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "isa/vec_shape.h"
#include "observe/check/core_state.h"

namespace observe {

/// A result of additions in half: what it would be without rounding.
struct HalfSum {
    uint64_t address;
    double exact;
    double largest;  ///< of the numbers added, without sign
};

/// Follows chains of Add and reductions of halves in the unified buffers.
class HalfSums {
public:
    /// Before the execution: the sums that the instruction forms.
    void Begin(const Moment& moment);
    /// After it: what else it writes is no sum any more. Calls lost(sum, value) for the sums whose
    /// `value` differs from the exact one by more than kTolerance of it and of the largest addend.
    template <typename Lost>
    void End(const std::vector<Region>& regions, const Lost& lost);

private:
    static constexpr double kTolerance = 0.01;

    /// The sum that an element of the unified buffer holds, as long as its bits are these.
    struct ExactSum {
        uint16_t bits;
        double exact;
        double largest;
    };
    /// The number at `address` as a sum.
    HalfSum At(uint64_t address) const;
    static uint16_t BitsAt(uint64_t address);
    static double ValueAt(uint64_t address);
    void Reduce(const AscendC::isa::VecShape& shape, const AscendC::isa::VecOperand& source,
                uint64_t dst, uint32_t step, uint32_t lanes_of_one);
    void Forget(const Region& region);

    std::unordered_map<uint64_t, ExactSum> exact_sums_;
    std::vector<HalfSum> sums_;
};

template <typename Lost>
void HalfSums::End(const std::vector<Region>& regions, const Lost& lost) {
    for (const Region& region : regions) {
        if (region.kind != AccessKind::kRead && !exact_sums_.empty()) {
            Forget(region);
        }
    }
    for (const HalfSum& sum : sums_) {
        const double value = ValueAt(sum.address);
        const double off = std::abs(value - sum.exact);
        if (off > kTolerance * std::abs(sum.exact) && off > kTolerance * sum.largest) {
            lost(sum, value);
        }
        exact_sums_[sum.address] = {BitsAt(sum.address), sum.exact, sum.largest};
    }
    sums_.clear();
}

}  // namespace observe
