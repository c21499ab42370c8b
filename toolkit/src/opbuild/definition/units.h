// Compute units as the generated aclnn functions know them.
#pragma once

#include <string>
#include <vector>

#include "opbuild/definition/definition.h"
#include "opbuild/options.h"

namespace opbuild {

// The units that information files are written for: those of the definition or, if the caller asked
// for certain units, these, with default settings where the definition names no such unit.
std::vector<UnitConfig> RequestedUnits(const Definition& op, const Options& options);

// The units of an operator's aclnn function: those of the definition, then the further ones asked
// for. Units of phones have no aclnn runtime and are left out.
std::vector<UnitConfig> AclnnUnits(const Definition& op, const Options& options);

// The enumerator of a unit (lower case) in the generated enum SocType; SOC_VERSION_INVALID if it
// has none.
std::string SocEnumerator(const std::string& unit);

// The text of the generated enum SocType.
std::string SocEnumText();

}  // namespace opbuild
