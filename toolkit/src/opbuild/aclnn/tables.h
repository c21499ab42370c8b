// The support tables of a generated aclnn source file.
#pragma once

#include <string>

#include "opbuild/definition/definition.h"
#include "opbuild/options.h"

namespace opbuild {

// The data types and formats of every supported combination, by unit: `supportList`, and the units
// that its entries belong to: `socSupportList` by number and `socNameList` by name.
std::string AclnnTables(const Definition& op, const Options& options);

}  // namespace opbuild
