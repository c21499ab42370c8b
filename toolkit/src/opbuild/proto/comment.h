// The comment before an operator's prototype.
#pragma once

#include <string>

#include "opbuild/definition/definition.h"

namespace opbuild {

// A documentation block made of the definition's comments; empty if there are none.
std::string ProtoComment(const Definition& op);

}  // namespace opbuild
