// How generated aclnn functions hand over attributes.
#pragma once

#include <string>

#include "aclnn_signature.h"
#include "nnopbase_calls.h"

namespace opbuild {

std::string AttrCalls(const Signature& signature, NnopbaseCalls* calls);

// The default value of an attribute as an argument of its C parameter; null for pointers.
std::string DefaultArgument(const Attr& attr);

}  // namespace opbuild
