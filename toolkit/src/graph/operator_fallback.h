// Operators of which no library has registered the prototype.
#pragma once

#include "graph/ge_error_codes.h"

namespace ge {

/// From now on OperatorFactory knows every type: one that nobody registered has no ports and
/// attributes until they are set. Programs that ask it before they call an operator by its type
/// then hear from that call what the operator lacks.
GE_FUNC_HOST_VISIBILITY void TakeUnregisteredOperators();

}  // namespace ge
