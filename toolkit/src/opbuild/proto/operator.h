// The REG_OP statement of an operator.
#pragma once

#include <string>

#include "opbuild/definition/definition.h"

namespace opbuild {

std::string ProtoOperator(const Definition& op);

}  // namespace opbuild
