#include "observe/check/polled_words.h"

#include <algorithm>

namespace observe {
namespace {

/// So often a core copies the same place before it is taken to wait there: in succession, or in
/// turn with other places if the copies are small.
constexpr uint32_t kPolls = 3;
constexpr uint64_t kSmallBytes = 64;

bool IsPolling(const Extent& extent, support::RepeatedReads* reads) {
    const auto counts = reads->Note(extent.begin);
    return counts.successive >= kPolls ||
           (counts.recent >= kPolls && extent.end - extent.begin <= kSmallBytes);
}

}  // namespace

void PolledWords::Publish(const CoreState& state, uint64_t line, const PipeClock& done) {
    if (published_.size() < kMostLines || published_.count(line / kLine) != 0) {
        VectorClock& clock = published_[line / kLine];
        clock.Join(state.other_cores);
        clock.Join(state.unit, done);
    }
}

void PolledWords::Acquire(CoreState* state, uint64_t begin, uint64_t end) const {
    if (published_.empty() || end - begin > kSmallBytes) {
        return;
    }
    for (uint64_t line = begin / kLine; line * kLine < end; ++line) {
        const auto entry = published_.find(line);
        if (entry != published_.end()) {
            state->other_cores.Join(entry->second);
        }
    }
}

bool PolledWords::Take(CoreState* state, const Region& region, const PipeClock& done) {
    const bool reads = region.kind == AccessKind::kRead;
    const Extent extent = ExtentOf(region);
    const bool polls = reads && IsPolling(extent, &state->reads);
    const auto meets = [&](const PolledRange& words) {
        return words.extent.begin < extent.end && extent.begin < words.extent.end;
    };
    auto words = std::find_if(all_.begin(), all_.end(), meets);
    if (words == all_.end()) {
        if (!polls) {
            return false;
        }
        words = all_.insert(words, {extent, {}});
    }
    words->clock.Join(state->other_cores);
    words->clock.Join(state->unit, done);
    if (reads) {
        state->other_cores.Join(words->clock);
    }
    return true;
}

}  // namespace observe
