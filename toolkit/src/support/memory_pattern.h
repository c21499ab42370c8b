// A byte that memory holds before anything is written to it, chosen by the user.
#pragma once

#include <cstdlib>

namespace support {

/// ASCENDC_MEMORY_PATTERN as one byte, "0xA5" or decimal; -1 without one, or if it is no byte.
/// Device memory is filled with it when it is allocated, tiling data before the tiling function,
/// the memories of a core when a block starts, so that a result which depends on what was never
/// written changes with it.
inline int MemoryPattern() {
    static const int pattern = [] {
        const char* const text = std::getenv("ASCENDC_MEMORY_PATTERN");
        if (text == nullptr || *text < '0' || *text > '9') {
            return -1;
        }
        char* end = nullptr;
        const unsigned long value = std::strtoul(text, &end, 0);
        return *end == '\0' && value <= 0xFF ? static_cast<int>(value) : -1;
    }();
    return pattern;
}

/// Whether the variable has a value that is no byte.
inline bool MemoryPatternIsMistaken() {
    const char* const text = std::getenv("ASCENDC_MEMORY_PATTERN");
    return text != nullptr && *text != '\0' && MemoryPattern() < 0;
}

}  // namespace support
