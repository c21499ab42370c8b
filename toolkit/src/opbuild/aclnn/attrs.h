// How generated aclnn functions hand over attributes.
#pragma once

#include <string>

#include "opbuild/aclnn/nnopbase_calls.h"
#include "opbuild/aclnn/signature.h"

namespace opbuild {

std::string AttrCalls(const Signature& signature, NnopbaseCalls* calls);

// The default value of an attribute as an argument of its C parameter; null for pointers.
std::string DefaultArgument(const Attr& attr);

}  // namespace opbuild
