#include "observe/cycles/core_timing.h"

#include <algorithm>

namespace observe::cycles {

Cycles UseHistory::ReadyAt(uint64_t begin, uint64_t end) const {
    Cycles ready = 0;
    for (const Use& use : uses_) {
        if (use.begin < end && begin < use.end) {
            ready = std::max(ready, use.done);
        }
    }
    return ready;
}

void UseHistory::Used(uint64_t begin, uint64_t end, Cycles done) {
    uses_[next_] = {begin, end, done};
    next_ = (next_ + 1) % uses_.size();
}

}  // namespace observe::cycles
