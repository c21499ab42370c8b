// What makes a definition unusable.
#pragma once

#include <vector>

#include "opbuild/definition/definition.h"
#include "opbuild/definition/diagnostics.h"
#include "opbuild/options.h"

namespace opbuild {

// Records every fault of the definitions; doubtful things that CANN accepts become warnings.
void CheckDefinitions(const std::vector<Definition>& definitions, const Options& options,
                      Diagnostics* diagnostics);

}  // namespace opbuild
