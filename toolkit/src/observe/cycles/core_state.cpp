#include "observe/cycles/core_state.h"

#include <algorithm>

namespace observe::cycles {

Cycles VectorHistory::ReadyAt(uint64_t begin, uint64_t end) const {
    Cycles ready = 0;
    for (const Write& write : writes_) {
        if (write.begin < end && begin < write.end) {
            ready = std::max(ready, write.done);
        }
    }
    return ready;
}

void VectorHistory::Wrote(uint64_t begin, uint64_t end, Cycles done) {
    writes_[next_] = {begin, end, done};
    next_ = (next_ + 1) % writes_.size();
}

}  // namespace observe::cycles
