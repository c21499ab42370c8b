// Merging sorted lists of records.
#pragma once

#include "aicore/exec/order.h"
#include "isa/vec_sort.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {

/// A sorted list that is being read. Past its end, its head comes after all others.
struct List {
    const uint8_t* at;
    uint32_t remaining;
    uint32_t head;  ///< order of the first record
    /// The record that stands after one with a smaller score; 0: none was found.
    uint32_t unsorted;
};

constexpr uint32_t kListEnd = 0xffffffffU;

/// The order of a score of `Bytes` bytes, which is a float or a half.
template <uint32_t Bytes>
ASCENDC_ALWAYS_INLINE uint32_t LoadOrder(const uint8_t* score) {
    if constexpr (Bytes == 4) {
        float value;
        std::memcpy(&value, score, sizeof(value));
        return OrderOf(value);
    } else {
        uint16_t half;
        std::memcpy(&half, score, sizeof(half));
        return OrderOf(HalfToFloat(half));
    }
}

/// Merges the lists once, those in front first where scores are equal; returns the number of
/// records written. `used` counts those taken of each list. Where a NaN belongs is not known.
template <uint32_t ScoreBytes, uint32_t RecordBytes>
uint32_t MergeLists(List (&lists)[4], uint32_t score_offset, bool suspend, uint8_t* dst,
                    uint32_t (&used)[4]) {
    uint32_t total = 0;
    for (List& list : lists) {
        list.head = list.remaining == 0 ? kListEnd : LoadOrder<ScoreBytes>(list.at + score_offset);
        total += list.remaining;
    }
    for (uint32_t written = 0; written < total; ++written) {
        const uint32_t low = lists[1].head < lists[0].head ? 1 : 0;
        const uint32_t high = lists[3].head < lists[2].head ? 3 : 2;
        const uint32_t best = lists[high].head < lists[low].head ? high : low;
        List& list = lists[best];
        std::memcpy(dst + size_t{written} * RecordBytes, list.at, RecordBytes);
        list.at += RecordBytes;
        ++used[best];
        if (--list.remaining != 0) {
            const uint32_t next = LoadOrder<ScoreBytes>(list.at + score_offset);
            if (__builtin_expect(next < list.head && next != kNanOrder && list.unsorted == 0, 0)) {
                list.unsorted = used[best];
            }
            list.head = next;
            continue;
        }
        list.head = kListEnd;
        if (suspend) {
            return written + 1;
        }
    }
    return total;
}

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
