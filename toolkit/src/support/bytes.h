// The bytes of values.
#pragma once

#include <cstdint>
#include <vector>

namespace support {

/// Adds the bytes of `value` as they lie in memory.
template <typename T>
void AppendBytes(T value, std::vector<uint8_t>* bytes) {
    const uint8_t* raw = reinterpret_cast<const uint8_t*>(&value);
    bytes->insert(bytes->end(), raw, raw + sizeof(value));
}

}  // namespace support
