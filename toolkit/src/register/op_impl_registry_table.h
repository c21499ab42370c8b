// The operator functions registered in one library (librt2_registry.a) or, as a fallback, in the
// process (libregister.so).
#pragma once

#include <map>
#include <string>

#include "register/op_impl_functions.h"

namespace gert {

using OpImplTable = std::map<std::string, OpImplFunctions>;

/// The table of the library that this code is linked into. Filled by static initialisers.
OpImplTable& RegisteredOps();

}  // namespace gert
