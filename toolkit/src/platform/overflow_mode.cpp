#include "platform/overflow_mode.h"

#include <cstdlib>

namespace platform {

bool KeepsInfinities(const SocSpec& soc) {
    static const char* const wanted = std::getenv("INF_NAN_MODE_ENABLE");
    if (wanted == nullptr || *wanted == 0) {
        return soc.arch != 100 && soc.arch != 200;
    }
    return *wanted != '0';
}

}  // namespace platform
