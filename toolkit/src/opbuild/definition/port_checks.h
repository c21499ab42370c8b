// What makes an input or output unusable.
#pragma once

#include "opbuild/definition/definition.h"
#include "opbuild/definition/diagnostics.h"

namespace opbuild {

// The ports of the definition itself. With `aclnn`, also that values on the host are of types that
// its arrays have.
void CheckPorts(const Definition& op, bool aclnn, Diagnostics* diagnostics);

// The ports of the definition as one compute unit changes them.
void CheckUnitPorts(const Definition& op, const UnitConfig& unit, Diagnostics* diagnostics);

}  // namespace opbuild
