// What makes an input or output unusable.
#pragma once

#include "definition.h"
#include "diagnostics.h"

namespace opbuild {

// The ports of the definition itself.
void CheckPorts(const Definition& op, Diagnostics* diagnostics);

// The ports of the definition as one compute unit changes them.
void CheckUnitPorts(const Definition& op, const UnitConfig& unit, Diagnostics* diagnostics);

}  // namespace opbuild
