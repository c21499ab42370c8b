// Words in global memory by which cores wait for each other in loops: one copies them
// again and again until others have written what it waits for.
#pragma once

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

private:
    struct PolledRange {
        Extent extent;
        VectorClock clock;  ///< by all that wrote them or wait there
    };

    std::vector<PolledRange> all_;
};

}  // namespace observe
