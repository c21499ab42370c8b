#pragma once

#include <string>

#include "exe_graph/op_functions.h"

namespace nnopbase {

/// Shape inference of an operator of CANN's built-in package that interfaces of custom packages
/// ask for before their own kernel; null for all others.
const gert::OpImplFunctions* FindBuiltInShapeInference(const std::string& op_type);

}  // namespace nnopbase
