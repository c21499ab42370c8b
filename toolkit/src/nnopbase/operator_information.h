// Information files: a call as op_compiler makes kernels of it.
#pragma once

#include <string>

#include "nnopbase/operands.h"
#include "support/json.h"

namespace nnopbase {

/// A call whose kernel is chosen.
struct InformationOfCall {
    const Operands& operands;
    const gert::OpImplFunctions* functions;  ///< of the operator; null if there are none
    const support::Json& declared;           ///< supportInfo of the kernel: names and types
    const std::string& kernel;               ///< path
    bool is_static;                          ///< the kernel is made for this call
};

/// Records the call for the dumps that are on. One with an attribute or with values that
/// information files do not hold is left out.
void RecordCall(const InformationOfCall& call);

}  // namespace nnopbase
