#include "observe/check/defined_bytes.h"

#include <algorithm>

namespace observe {
namespace {

/// Calls visit(word, mask) for the words of bits [begin, end).
template <typename Visit>
void ForEachWord(uint64_t begin, uint64_t end, Visit visit) {
    for (uint64_t at = begin; at < end;) {
        const uint64_t word = at / 64;
        const uint64_t stop = std::min(end, (word + 1) * 64);
        const uint64_t count = stop - at;
        const uint64_t ones = count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1;
        visit(word, ones << at % 64);
        at = stop;
    }
}

}  // namespace

void DefinedBytes::Define(uint64_t begin, uint64_t end) {
    ForEachWord(begin, end, [&](uint64_t word, uint64_t mask) { bits_[word] |= mask; });
}

void DefinedBytes::Undefine(uint64_t begin, uint64_t end, uint32_t origin) {
    if (begin >= end) {
        return;
    }
    ForEachWord(begin, end, [&](uint64_t word, uint64_t mask) { bits_[word] &= ~mask; });
    for (uint64_t cell = begin / kCell; cell * kCell < end; ++cell) {
        origins_[cell] = origin;
    }
}

uint64_t DefinedBytes::First(uint64_t begin, uint64_t end, uint64_t inverted) const {
    for (uint64_t at = begin; at < end;) {
        const uint64_t word = at / 64;
        const uint64_t bits = (bits_[word] ^ inverted) >> at % 64;
        if (bits != 0) {
            return std::min(end, at + static_cast<uint64_t>(__builtin_ctzll(bits)));
        }
        at = (word + 1) * 64;
    }
    return end;
}

uint64_t DefinedBytes::FirstUndefined(uint64_t begin, uint64_t end) const {
    return First(begin, end, ~uint64_t{0});
}

uint64_t DefinedBytes::FirstDefined(uint64_t begin, uint64_t end) const {
    return First(begin, end, 0);
}

}  // namespace observe
