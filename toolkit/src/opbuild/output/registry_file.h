// custom_op_registry.cpp, for operator libraries that carry their kernels.
#pragma once

#include "opbuild/options.h"
#include "opbuild/output/files.h"

namespace opbuild {

// Adds the file if the environment names a vendor. It registers the library under that name with
// the graph engine; the library then holds everything that a package would be searched for.
void AddRegistryFile(const Options& options, OutputFiles* files);

}  // namespace opbuild
