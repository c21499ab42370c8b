// Events as text.
#pragma once

#include <string>

#include "isa/core.h"
#include "isa/records.h"

namespace observe {

/// The fields of an event, "name=value" with blanks between. Addresses in a memory of the core are
/// written as offsets in it, "UB+256".
std::string EventText(const AscendC::isa::Core& core, AscendC::isa::RecordKind kind,
                      const void* event);

}  // namespace observe
