// What makes a definition unusable.
#pragma once

#include <vector>

#include "definition.h"
#include "diagnostics.h"
#include "options.h"

namespace opbuild {

// Records every fault of the definitions; doubtful things that CANN accepts become warnings.
void CheckDefinitions(const std::vector<Definition>& definitions, const Options& options,
                      Diagnostics* diagnostics);

}  // namespace opbuild
