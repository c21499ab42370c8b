// Sorting keys, stable.
#pragma once

#include "aicore/exec/engine.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {

/// What comes first has the smallest order; `position` tells which score that is.
struct Keyed {
    uint32_t order;
    uint32_t position;
};

constexpr uint32_t kNanOrder = 0;

/// Orders scores descending: NaN first, zeros of both signs equal. 0xffffffff is no score's order.
ASCENDC_ALWAYS_INLINE uint32_t OrderOf(float score) {
    const uint32_t bits = score == 0.0F ? 0 : BitsOfFloat(score);
    const uint32_t descending = (bits >> 31) != 0 ? bits : ~bits & 0x7fffffffU;
    return score != score ? kNanOrder : descending;
}

/// Sorts `n` <= N keys by counting for each how many come before it.
template <uint32_t N>
void SortByRank(Keyed* keys, uint32_t n) {
    uint32_t order[N], rank[N] = {};
    Keyed copy[N];
    for (uint32_t i = 0; i < N; ++i) {
        order[i] = i < n ? keys[i].order : 0xffffffffU - 1;
    }
    for (uint32_t j = 0; j < n; ++j) {
        const uint32_t other = order[j];
        for (uint32_t i = 0; i < N; ++i) {
            rank[i] += other < order[i] + (i > j ? 1U : 0U) ? 1U : 0U;
        }
    }
    std::memcpy(copy, keys, n * sizeof(Keyed));
    for (uint32_t i = 0; i < n; ++i) {
        keys[rank[i]] = copy[i];
    }
}

/// Sorts by one byte of the order after the other; `spare` holds as many keys.
inline void SortByDigits(Keyed* keys, Keyed* spare, uint32_t n) {
    constexpr int kDigits = 4;
    uint32_t counts[kDigits][256] = {};
    for (uint32_t i = 0; i < n; ++i) {
        for (int digit = 0; digit < kDigits; ++digit) {
            ++counts[digit][(keys[i].order >> (8 * digit)) & 0xff];
        }
    }
    Keyed* from = keys;
    Keyed* to = spare;
    for (int digit = 0; digit < kDigits; ++digit) {
        uint32_t* const starts = counts[digit];
        if (starts[(keys[0].order >> (8 * digit)) & 0xff] == n) {
            continue;  // all the same
        }
        uint32_t start = 0;
        for (int value = 0; value < 256; ++value) {
            const uint32_t count = starts[value];
            starts[value] = start;
            start += count;
        }
        for (uint32_t i = 0; i < n; ++i) {
            const Keyed key = from[i];
            to[starts[(key.order >> (8 * digit)) & 0xff]++] = key;
        }
        Keyed* const swapped = from;
        from = to;
        to = swapped;
    }
    if (from != keys) {
        std::memcpy(keys, from, n * sizeof(Keyed));
    }
}

/// Sorts `n` keys; `spare` holds as many.
inline void SortKeys(Keyed* keys, Keyed* spare, uint32_t n) {
    if (n <= 32) {
        SortByRank<32>(keys, n);
    } else if (n <= 64) {
        SortByRank<64>(keys, n);
    } else {
        SortByDigits(keys, spare, n);
    }
}

/// Memory for `n` keys and as many spare ones.
class KeyBuffer {
public:
    explicit KeyBuffer(size_t n)
        : keys_(static_cast<Keyed*>(__builtin_malloc((2 * n + 1) * sizeof(Keyed)))), n_(n) {
        if (keys_ == nullptr) {
            __builtin_trap();
        }
    }
    KeyBuffer(const KeyBuffer&) = delete;
    KeyBuffer& operator=(const KeyBuffer&) = delete;
    ~KeyBuffer() { __builtin_free(keys_); }

    Keyed* keys() const { return keys_; }
    Keyed* spare() const { return keys_ + n_; }

private:
    Keyed* keys_;
    size_t n_;
};

/// Makes keys of `n` scores; the orders of -score if not `largest`.
inline void LoadKeys(DType type, Keyed* keys, const uint8_t* scores, uint32_t n, bool largest) {
    constexpr uint32_t kBlock = 256;
    float values[kBlock];
    for (uint32_t start = 0; start < n; start += kBlock) {
        const uint32_t count = n - start < kBlock ? n - start : kBlock;
        LoadBlock(type, values, scores + BytesFor(type, start), count);
        for (uint32_t i = 0; i < count; ++i) {
            keys[start + i] = {OrderOf(largest ? values[i] : -values[i]), start + i};
        }
    }
}

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
