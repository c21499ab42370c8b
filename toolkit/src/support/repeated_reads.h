// Finds loops that wait for other cores: such a loop reads few addresses again and again.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace support {

/// Counts the reads of the eight addresses that were read last.
class RepeatedReads {
public:
    struct Counts {
        uint32_t successive;  ///< reads of the address with no other between them
        uint32_t recent;      ///< reads of the address since it is among the eight
    };

    Counts Note(uint64_t address) {
        const auto match =
            std::find_if(entries_.begin(), entries_.end(),
                         [address](const Entry& entry) { return entry.address == address; });
        const bool is_new = match == entries_.end();
        const auto entry = is_new ? entries_.end() - 1 : match;
        if (is_new) {
            *entry = {address, 0};
        }
        successive_ = entry == entries_.begin() && !is_new ? successive_ + 1 : 1;
        ++entry->reads;
        std::rotate(entries_.begin(), entry, entry + 1);
        return {successive_, entries_.front().reads};
    }

private:
    struct Entry {
        uint64_t address;
        uint32_t reads;
    };

    std::array<Entry, 8> entries_ = {};  ///< the one read last first
    uint32_t successive_ = 0;
};

}  // namespace support
