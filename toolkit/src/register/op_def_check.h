// Lookup of the callbacks that OP_ADD registered through OpCheckFuncHelper.
#pragma once

#include <string>

#include "register/op_def.h"

namespace optiling {

// `check_type` is one of the FUNC_* names of op_def.h. Returns nullptr if the operator has no such
// callback.
OP_CHECK_FUNC FindCheckFunction(const std::string& check_type, const std::string& op_type);
PARAM_GENERALIZE_FUNC FindGeneralizeFunction(const std::string& op_type);

}  // namespace optiling
