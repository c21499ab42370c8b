// Figures of a core in addition to its times: what its units worked on.
#pragma once

#include "observe/cycles/core_state.h"
#include "observe/launch_observer.h"

namespace observe::cycles {

/// Adds a vector instruction to the counters of its core.
void CountVector(const Instruction& instruction, const Span& span, CoreState* core);
/// The same for a multiplication of the cube; nothing for other instructions.
void CountCube(const Instruction& instruction, const Span& span, CoreState* core);

}  // namespace observe::cycles
