// fallback_<operator>.cpp: how a graph engine runs an operator through its aclnn function.
#pragma once

#include <vector>

#include "opbuild/definition/definition.h"
#include "opbuild/options.h"
#include "opbuild/output/files.h"

namespace opbuild {

// Adds a file for every operator with EnableFallBack.
void AddFallbackFiles(const std::vector<Definition>& definitions, const Options& options,
                      OutputFiles* files);

}  // namespace opbuild
