// Finds loops that wait for other cores: such a loop reads a few places again and again.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

namespace support {

/// Counts the reads of the eight places that were read last.
class RepeatedReads {
public:
    struct Counts {
        uint32_t successive;  ///< reads of the place with no other between them
        uint32_t recent;      ///< reads of the place since it is among the eight
    };

    Counts Note(uint64_t place) {
        const auto found =
            std::find_if(places_.begin(), places_.end(),
                         [place](const Place& known) { return known.address == place; });
        const auto last = found == places_.end() ? places_.end() - 1 : found;
        if (found == places_.end()) {
            *last = {place, 0};
        }
        successive_ = last == places_.begin() && last->reads != 0 ? successive_ + 1 : 1;
        ++last->reads;
        std::rotate(places_.begin(), last, last + 1);
        return {successive_, places_.front().reads};
    }

private:
    struct Place {
        uint64_t address;
        uint32_t reads;
    };

    std::array<Place, 8> places_ = {};  ///< the one read last first
    uint32_t successive_ = 0;
};

}  // namespace support
