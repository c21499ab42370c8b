// What makes an input or output unusable.
#pragma once

#include "opbuild/definition/definition.h"
#include "opbuild/definition/diagnostics.h"

namespace opbuild {

// Each port of the definition itself.
void CheckPorts(const Definition& op, Diagnostics* diagnostics);

// The types and formats of all its ports, whose entries are the combinations that kernels of AI
// cores are compiled for. With `aclnn`, also that values on the host are of types that its arrays
// have.
void CheckCombinations(const Definition& op, bool aclnn, Diagnostics* diagnostics);

// The ports of the definition as one compute unit changes them.
void CheckUnitPorts(const Definition& op, const UnitConfig& unit, Diagnostics* diagnostics);

}  // namespace opbuild
