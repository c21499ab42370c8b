// The parts of generated aclnn functions that make inputs contiguous and write in-place outputs
// back.
#pragma once

#include <string>

#include "opbuild/aclnn/nnopbase_calls.h"
#include "opbuild/definition/definition.h"
#include "opbuild/options.h"

namespace opbuild {

// In the first phase: finds the inputs that are not contiguous and prepares their copies; declares
// `inContWorkspaceSize`, the bytes that the copies need at the end of the workspace.
std::string ContiguousPreparation(const Definition& op, const Options& options,
                                  NnopbaseCalls* calls);

// In the second phase, before the kernel: copies; `workspaceSize` becomes what is left for the
// kernel.
std::string ContiguousLaunch(const Definition& op, NnopbaseCalls* calls);

// In the second phase, after the kernel: copies in-place results back to where the caller wants
// them.
std::string ViewCopyLaunch(const Definition& op, NnopbaseCalls* calls);

// Types of the functions that are looked up by name.
extern const char* const kContiguousTypes;

}  // namespace opbuild
