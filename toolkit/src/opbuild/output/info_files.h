// Operator information files: aic-<unit>-ops-info.ini.
#pragma once

#include <vector>

#include "opbuild/definition/definition.h"
#include "opbuild/options.h"
#include "opbuild/output/files.h"

namespace opbuild {

// Adds one file per compute unit: every unit that a definition names or, if the caller asked for
// certain units, each of these with every operator in it.
void AddInfoFiles(const std::vector<Definition>& definitions, const Options& options,
                  OutputFiles* files);

}  // namespace opbuild
