// The user's limit for kernels and host functions of operators.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace support {

/// The seconds of environment variable ASCENDC_TIMEOUT, in microseconds; 0 for no limit. The
/// simulator is slower than what programs set their own limits for, so this one takes their place.
/// False if the user says nothing.
inline bool UserTimeLimit(uint64_t* microseconds) {
    static const char* const text = std::getenv("ASCENDC_TIMEOUT");
    char* end = nullptr;
    const double seconds = text == nullptr ? 0 : std::strtod(text, &end);
    if (end == text || end == nullptr || *end != '\0' || !(seconds >= 0) || seconds > 1e9) {
        return false;
    }
    *microseconds = static_cast<uint64_t>(seconds * 1e6);
    return true;
}

}  // namespace support
