// Blocks of instrumented launches give way to each other where they poll or are ahead.
#pragma once

#include <cstdint>

#include "aicore/fiber.h"

namespace aicore {

/// Called after each instruction and event that the observer gets: a block that reads few locations
/// again and again waits in a loop for another block; one that is ahead of the others in the
/// observer's time lets them catch up.
void YieldIfBehind(uint16_t kind, const void* record, const AscendcObserver& observer,
                   Fiber* fiber);

}  // namespace aicore
