// Names of records.
#pragma once

#include "isa/records.h"

namespace observe {

/// "VecUnary": the printed name of a kind of records.
inline const char* NameOf(AscendC::isa::RecordKind kind) {
#define OBSERVE_INSTRUCTION_NAME(Record, executor) #Record,
#define OBSERVE_EVENT_NAME(Event, printed) printed,
    static const char* const kNames[] = {ASCENDC_INSTRUCTIONS(OBSERVE_INSTRUCTION_NAME)
                                             ASCENDC_EVENTS(OBSERVE_EVENT_NAME)};
#undef OBSERVE_INSTRUCTION_NAME
#undef OBSERVE_EVENT_NAME
    return kNames[static_cast<int>(kind)];
}

}  // namespace observe
