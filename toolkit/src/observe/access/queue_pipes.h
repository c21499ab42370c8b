// Which pipes fill and empty the buffers of a queue.
#pragma once

#include "isa/events.h"
#include "observe/access/access.h"

namespace observe {

struct QueuePipes {
    Pipe producer;
    Pipe consumer;
    bool is_documented;  ///< else the likely ones
};

/// `arch`: value of __CCE_AICORE__.
QueuePipes PipesOfQueue(const AscendC::isa::QueueEvent& event, uint32_t arch);

}  // namespace observe
