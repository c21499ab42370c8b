#include "observe/check/polled_words.h"

#include <algorithm>

namespace observe {
namespace {

/// So often in succession a core copies the same place before it is taken to wait there.
constexpr uint32_t kPolls = 3;

}  // namespace

bool PolledWords::Take(CoreState* state, const Region& region, const PipeClock& done) {
    const bool reads = region.kind == AccessKind::kRead;
    const Extent extent = ExtentOf(region);
    if (reads) {
        state->polls = state->polled == extent.begin ? state->polls + 1 : 1;
        state->polled = extent.begin;
    }
    const auto meets = [&](const PolledRange& words) {
        return words.extent.begin < extent.end && extent.begin < words.extent.end;
    };
    auto words = std::find_if(all_.begin(), all_.end(), meets);
    if (words == all_.end()) {
        if (!reads || state->polls < kPolls) {
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
