// Older versions of aclnn functions, which call the newest one.
#pragma once

#include <string>

#include "opbuild/aclnn/nnopbase_calls.h"
#include "opbuild/aclnn/signature.h"

namespace opbuild {

// The statements of a GetWorkspaceSize function with signature `own` that calls `target`, whose
// signature has further optional inputs and attributes: null and default values stand for them.
std::string ForwardBody(const Signature& own, const Signature& full, const std::string& target,
                        NnopbaseCalls* calls);

}  // namespace opbuild
