// The bodies of generated aclnn functions.
#pragma once

#include <string>

#include "opbuild/aclnn/nnopbase_calls.h"
#include "opbuild/aclnn/signature.h"
#include "opbuild/options.h"

namespace opbuild {

// Some input is made contiguous by the generated function.
bool HasAutoContiguous(const Definition& op);

// Kernels of the operator are linked into the library of the generated functions.
bool HasResources(const Definition& op, const Options& options);

// The statements of <function>: hands every parameter to libnnopbase and asks for the workspace
// size. `launch_function` is the function of the second phase.
std::string WorkspaceSizeBody(const Definition& op, const Signature& signature,
                              const std::string& launch_function, const Options& options,
                              NnopbaseCalls* calls);

// The statements of the second phase.
std::string LaunchBody(const Definition& op, NnopbaseCalls* calls);

}  // namespace opbuild
