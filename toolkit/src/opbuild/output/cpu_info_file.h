// Operator information for the CPUs that are no AI cores: <engine>_kernel.ini.
#pragma once

#include <vector>

#include "opbuild/definition/definition.h"
#include "opbuild/options.h"
#include "opbuild/output/files.h"

namespace opbuild {

// Adds aicpu_kernel.ini or hostcpu_kernel.ini, whichever `options` asks for, with the ports of
// every operator as declared, and the keys of operators that are declared for these CPUs.
void AddCpuInfoFile(const std::vector<Definition>& definitions, const Options& options,
                    OutputFiles* files);

}  // namespace opbuild
