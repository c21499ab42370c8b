// Words in global memory by which cores wait for each other in loops: one copies them
// again and again until others have written what it waits for.
#pragma once

#include <unordered_map>
#include <vector>

#include "observe/access/access.h"
#include "observe/check/core_state.h"
#include "observe/check/vector_clock.h"

namespace observe {

class PolledWords {
public:
    /// Takes an access to global memory. True if it is to such words: who reads them knows what
    /// was done before they were written, and nothing need order the two. `done` is what the
    /// core's pipe has waited for.
    bool Take(CoreState* state, const Region& region, const PipeClock& done);
    /// A core writes a line of its scalar data cache back: who reads a word of it knows what was
    /// done before.
    void Publish(const CoreState& state, uint64_t line, const PipeClock& done);
    /// A core reads few bytes of global memory, which may be such a word.
    void Acquire(CoreState* state, uint64_t begin, uint64_t end) const;

private:
    static constexpr uint64_t kLine = 64;
    static constexpr size_t kMostLines = 16384;

    struct PolledRange {
        Extent extent;
        VectorClock clock;  ///< by all that wrote them or wait there
    };

    std::vector<PolledRange> all_;
    std::unordered_map<uint64_t, VectorClock> published_;  ///< by address / kLine
};

}  // namespace observe
