// Events as text.
#pragma once

#include <string>

#include "isa/core.h"
#include "isa/records.h"

namespace observe {

/// The fields of an act, "name=value" with blanks between. Addresses in a memory of the core are
/// written as offsets in it, "UB+256".
std::string ActText(const AscendC::isa::Core& core, AscendC::isa::RecordKind kind, const void* act);

}  // namespace observe
