// The signature of a call, as static kernels are made for it.
#pragma once

#include "nnopbase/operands.h"
#include "nnopbase/static_key.h"

namespace nnopbase {

/// `functions`: of the operator, which say whose values tiling reads, if these are on the host;
/// null if there are none.
StaticSignature SignatureOf(const Operands& operands, const gert::OpImplFunctions* functions);

/// Whether the kernel reads an input as a view.
bool IsView(const Instance& instance);

}  // namespace nnopbase
