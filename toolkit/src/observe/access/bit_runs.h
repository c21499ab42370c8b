// Runs of ones in a row of bits.
#pragma once

#include <cstdint>
#include <vector>

namespace observe {

/// The first one from bit `at` on, or the first zero if `inverted` is all ones; after the last bit
/// if there is none.
inline uint64_t NextBit(const std::vector<uint64_t>& words, uint64_t at, uint64_t inverted) {
    const uint64_t bits = words.size() * 64;
    for (; at < bits; at = (at / 64 + 1) * 64) {
        const uint64_t word = (words[at / 64] ^ inverted) >> at % 64;
        if (word != 0) {
            return at + static_cast<uint64_t>(__builtin_ctzll(word));
        }
    }
    return bits;
}

/// Calls visit(begin, end) for the runs of ones. The last bit must be a zero.
template <typename Visit>
void ForEachBitRun(const std::vector<uint64_t>& words, const Visit& visit) {
    const uint64_t bits = words.size() * 64;
    for (uint64_t at = NextBit(words, 0, 0); at < bits;) {
        const uint64_t stop = NextBit(words, at, ~uint64_t{0});
        visit(at, stop);
        at = NextBit(words, stop, 0);
    }
}

}  // namespace observe
