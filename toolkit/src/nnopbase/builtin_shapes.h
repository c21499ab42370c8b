#pragma once

#include <string>

#include "exe_graph/op_functions.h"

namespace nnopbase {

/// Shape inference of an operator of CANN's built-in package that interfaces of custom packages
/// ask for in front of a kernel of their own; null for all others.
const gert::OpImplFunctions* FindBuiltInShapeInference(const std::string& op_type);

}  // namespace nnopbase
