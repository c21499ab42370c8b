#include "aicore/estimates.h"

#include <cstdlib>
#include <cstring>

namespace aicore {

Estimates EstimatesSetting() {
    static const Estimates setting = [] {
        const char* const text = std::getenv("ASCENDC_ESTIMATES");
        if (text == nullptr || *text == '\0' || std::strcmp(text, "hardware") == 0) {
            return Estimates::kHardware;
        }
        return std::strcmp(text, "exact") == 0 ? Estimates::kExact : Estimates::kUnknown;
    }();
    return setting;
}

}  // namespace aicore
