// Operators called by their type that libopapi computes on the host.
#pragma once

#include "acl/single_op.h"

namespace nnopbase {

/// Whether the toolkit's own kernels, if there is one of the type, take the call unmodified: they
/// have few types and do not broadcast. True for types that libopapi does not know. Outputs whose
/// shapes are still to be inferred take the inputs'.
bool HasKernelFor(const acl::SingleOpCall& call, bool outputs_are_known);

/// Does what `action` says if libopapi has the operator, with its result in `*code`; false if it
/// has not.
bool CallHostOperator(const acl::SingleOpCall& call, acl::SingleOpAction action, aclrtStream stream,
                      int* code);

/// The types of the operators that there are, with commas between them.
const char* HostOperatorTypes();

}  // namespace nnopbase
