// What becomes of the numbers, for who asks: not finite, or lost in sums of halves.
#pragma once

#include <string>
#include <vector>

#include "observe/check/checker.h"
#include "observe/check/half_sums.h"

namespace observe {

/// Looks for the first instructions that make NaN or infinity of finite numbers, and for sums in
/// half that are not what they are in float.
///
/// Where an element-wise instruction gets numbers that are not finite, it makes new ones only if
/// it leaves more than it got; of others it is not known, and they are passed over.
class ValueChecks {
public:
    /// `checks`: some of "nan" and "half", with commas between them.
    ValueChecks(Checker* checker, const std::string& checks);

    /// Before and after the execution; `regions`: its accesses, all inside their memories.
    void Before(const Moment& moment, const std::vector<Region>& regions);
    void After(const Moment& moment, const std::vector<Region>& regions);

private:
    /// The range that `*address` is in, which becomes an offset where the memory is on the chip.
    NamedRange RangeAt(const Moment& moment, AscendC::Hardware memory, uint64_t* address) const;
    void ReportNotFinite(const Moment& moment, const Region& region, uint64_t address,
                         uint64_t count);
    void ReportSum(const Moment& moment, const HalfSum& sum, double value);

    Checker& checker_;
    const bool nan_;
    const bool half_;
    uint64_t not_finite_inputs_ = 0;  ///< numbers that are not finite, among those read
    HalfSums sums_;
};

}  // namespace observe
