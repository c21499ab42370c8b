// One function per instruction record: what it reads and writes.
#pragma once

#include "isa/records.h"
#include "observe/access/regions.h"

namespace observe {

// A record without a definition of its function does not link.
#define OBSERVE_DECLARE(Record, executor) \
    void Describe(const AscendC::isa::Record& r, Regions* regions);
ASCENDC_INSTRUCTIONS(OBSERVE_DECLARE)
#undef OBSERVE_DECLARE

}  // namespace observe
