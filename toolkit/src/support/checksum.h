// The CRC-32 of zlib and gzip.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace support {

inline uint32_t Crc32(const std::string& data) {
    static const std::array<uint32_t, 256> kTable = [] {
        std::array<uint32_t, 256> table{};
        for (uint32_t i = 0; i < table.size(); ++i) {
            uint32_t value = i;
            for (int bit = 0; bit < 8; ++bit) {
                value = (value >> 1) ^ ((value & 1) != 0 ? 0xEDB88320U : 0);
            }
            table[i] = value;
        }
        return table;
    }();
    uint32_t crc = 0xFFFFFFFFU;
    for (const char byte : data) {
        crc = (crc >> 8) ^ kTable[(crc ^ static_cast<uint8_t>(byte)) & 0xFF];
    }
    return ~crc;
}

}  // namespace support
