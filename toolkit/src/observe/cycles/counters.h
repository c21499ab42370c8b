// Figures of a core in addition to its times: what its units worked on.
#pragma once

#include "observe/cycles/core_timing.h"
#include "observe/launch_observer.h"

namespace observe::cycles {

/// Adds a vector instruction to the counters of its core.
void CountVector(const Instruction& instruction, const Span& span, CoreTiming* core);
/// The same for a multiplication of the cube; nothing for other instructions.
void CountCube(const Instruction& instruction, const Span& span, CoreTiming* core);

}  // namespace observe::cycles
