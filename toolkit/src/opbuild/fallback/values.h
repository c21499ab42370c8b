// How a fallback function turns the tensors and attributes of a graph node into aclnn arguments.
#pragma once

#include <string>
#include <vector>

#include "opbuild/aclnn/signature.h"

namespace opbuild {

struct FallbackValues {
    std::string declarations;  // of the conversion functions that are used
    std::string helpers;       // templates for the anonymous namespace
    std::string checks;        // that all those functions exist, before anything else
    std::string statements;    // that make the values; each gives itself up at the end of its scope
    std::vector<std::string> arguments;
};

FallbackValues MakeFallbackValues(const Definition& op, const Signature& signature);

}  // namespace opbuild
