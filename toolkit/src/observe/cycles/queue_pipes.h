// Which pipes fill and empty the buffers of a queue.
#pragma once

#include "isa/acts.h"
#include "observe/access/access.h"

namespace observe::cycles {

struct QueuePipes {
    Pipe producer;
    Pipe consumer;
};

QueuePipes PipesOfQueue(const AscendC::isa::QueueAct& act);

}  // namespace observe::cycles
