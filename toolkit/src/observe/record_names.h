// Names of records.
#pragma once

#include "isa/records.h"

namespace observe {

/// "VecUnary": the name of the record's type.
inline const char* NameOf(AscendC::isa::RecordKind kind) {
#define OBSERVE_INSTRUCTION_NAME(Record, executor) #Record,
#define OBSERVE_ACT_NAME(Act) #Act,
    static const char* const kNames[] = {ASCENDC_INSTRUCTIONS(OBSERVE_INSTRUCTION_NAME)
                                             ASCENDC_ACTS(OBSERVE_ACT_NAME)};
#undef OBSERVE_INSTRUCTION_NAME
#undef OBSERVE_ACT_NAME
    return kNames[static_cast<int>(kind)];
}

}  // namespace observe
