// The figures of the cycle model, from toolkit/data/cycle_model.csv.
#pragma once

#include <cstdint>
#include <string_view>

namespace observe::cycles {

/// The figures that hold for one architecture.
class Constants {
public:
    /// `arch`: value of __CCE_AICORE__.
    explicit Constants(uint32_t arch) : arch_(arch) {}

    /// The row of `name`, else of `name` without its last ".part", and so on; of each the row of
    /// this architecture before the one of all. Ends the process for a name that has none.
    double operator()(std::string_view name) const;

    uint32_t arch() const { return arch_; }

private:
    uint32_t arch_;
};

}  // namespace observe::cycles
