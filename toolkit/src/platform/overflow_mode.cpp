#include "platform/overflow_mode.h"

#include <cstdlib>

namespace platform {

bool KeepsInfinities(const SocSpec& soc) {
    static const char* const setting = std::getenv("INF_NAN_MODE_ENABLE");
    if (setting == nullptr || *setting == 0) {
        return soc.arch != 100 && soc.arch != 200;
    }
    return *setting != '0';
}

}  // namespace platform
