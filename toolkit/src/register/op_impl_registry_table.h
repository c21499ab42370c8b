// The operator functions registered in one library (librt2_registry.a) or, as a fallback, in the
// process (libregister.so).
#pragma once

#include <map>
#include <string>

#include "exe_graph/op_functions.h"

namespace gert {

using OpImplTable = std::map<std::string, OpImplFunctions>;

/// The table of the library that this code is linked into. Filled by static initialisers.
OpImplTable& RegisteredOps();

/// Takes over what `other` has set. A placeholder TilingParse never replaces a real one.
void Merge(const OpImplFunctions& other, OpImplFunctions* into);

/// One row of what a library hands out through GetOpImplFunctionsV2.
struct TypesToImplV2 {
    const char* op_type;
    const OpImplFunctions* functions;  ///< owned by the library
};

}  // namespace gert

extern "C" {
/// Number of operator types registered in the library that exports this (librt2_registry.a).
size_t GetRegisteredOpNum(void);
/// Fills `num` rows; 0 = ok, another value if `num` is not GetRegisteredOpNum().
int32_t GetOpImplFunctions(gert::TypesToImplV2* rows, size_t num);
int32_t GetOpImplFunctionsV2(gert::TypesToImplV2* rows, size_t num);
}
