#include "observe/access/selected_elements.h"

#include <algorithm>

#include "observe/access/bit_runs.h"

namespace observe {
namespace {

/// From here on one region costs less than the runs.
constexpr uint64_t kManyRuns = 64;

/// Those of a thread, as regions point to them until its next record.
std::vector<uint64_t>& ThreadWords() {
    thread_local std::vector<uint64_t> words;
    return words;
}

uint64_t FirstOf(uint64_t word) {
    return static_cast<uint64_t>(__builtin_ctzll(word));
}

uint64_t LastOf(uint64_t word) {
    return 63 - static_cast<uint64_t>(__builtin_clzll(word));
}

}  // namespace

SelectedElements::SelectedElements(const AscendC::isa::Arena& arena, const uint8_t* start,
                                   uint32_t size)
    : arena_(arena),
      start_(reinterpret_cast<uint64_t>(start) - reinterpret_cast<uint64_t>(arena.base)),
      size_(size),
      words_(ThreadWords()) {
    words_.assign(arena.size / size / 64 + 2, 0);
}

bool SelectedElements::Add(const uint32_t* offsets, uint64_t count) {
    const uint64_t last = arena_.size - size_;
    uint64_t astray = 0;
    for (uint64_t i = 0; i < count; ++i) {
        const uint64_t at = start_ + offsets[i];
        astray |= uint64_t{at > last} | (at & (size_ - 1));
    }
    if (astray != 0) {
        return false;
    }
    const auto shift = static_cast<uint32_t>(__builtin_ctz(size_));
    for (uint64_t i = 0; i < count; ++i) {
        const uint64_t number = (start_ + offsets[i]) >> shift;
        words_[number / 64] |= uint64_t{1} << number % 64;
    }
    return true;
}

uint64_t SelectedElements::CountRuns() const {
    uint64_t runs = 0;
    uint64_t before = 0;  // the bit in front of a word
    for (const uint64_t word : words_) {
        runs += static_cast<uint64_t>(__builtin_popcountll(word & ~(word << 1 | before)));
        before = word >> 63;
    }
    return runs;
}

void SelectedElements::Flush(const Operand& operand, Regions* regions) {
    const auto chosen = [](uint64_t word) { return word != 0; };
    const auto first = std::find_if(words_.begin(), words_.end(), chosen);
    if (first == words_.end()) {
        return;
    }
    if (CountRuns() < kManyRuns) {
        FlushRuns(operand, regions);
        return;
    }
    const auto last = std::find_if(words_.rbegin(), words_.rend(), chosen);
    const uint64_t begin = static_cast<uint64_t>(first - words_.begin()) * 64 + FirstOf(*first);
    const uint64_t end = static_cast<uint64_t>(words_.rend() - last - 1) * 64 + LastOf(*last) + 1;
    Region region = Regions::RegionOf(operand);
    region.base = reinterpret_cast<uint64_t>(arena_.base) + begin * size_;
    region.run = size_;
    region.selection = {&*first, static_cast<uint32_t>(begin % 64),
                        static_cast<uint32_t>(end - begin)};
    regions->Visit(region);
}

void SelectedElements::FlushRuns(const Operand& operand, Regions* regions) {
    ScatteredRuns runs;
    ForEachBitRun(words_, [&](uint64_t begin, uint64_t end) {
        runs.Add(arena_.base + begin * size_, (end - begin) * size_);
    });
    runs.Flush(operand, regions);
}

}  // namespace observe
