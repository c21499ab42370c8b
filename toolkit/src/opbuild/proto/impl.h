// What an operator's prototype registers besides its ports.
#pragma once

#include <string>

#include "opbuild/definition/definition.h"

namespace opbuild {

// The IMPL_OP statement, with the shape function that ports following a shape need; empty if the
// operator needs neither.
std::string ProtoImpl(const Definition& op);

}  // namespace opbuild
