// Whether instructions that are estimates on hardware are estimates here.
#pragma once

#include <cstdint>

namespace aicore {

enum class Estimates : uint8_t {
    kHardware,  ///< as documented and observed
    kExact,     ///< rounded correctly
    kUnknown,   ///< the user asked for something else
};

/// ASCENDC_ESTIMATES of the environment: "hardware", as without it, or "exact".
__attribute__((visibility("hidden"))) Estimates EstimatesSetting();

}  // namespace aicore
