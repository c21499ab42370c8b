// Why a kernel that was made for one signature does not serve a call.
#pragma once

#include <cstddef>
#include <string>

#include "nnopbase/static_key.h"

namespace nnopbase {

/// How many parts of the two keys are equal: options, parameters, attributes.
size_t EqualParts(const std::string& key, const std::string& other);
/// Where a call and the key of a kernel of its operator part first: "input 1: dimensions (8,2048),
/// the kernel has (8,1024)".
std::string FirstDifference(const StaticSignature& call, const std::string& kernel_key);

}  // namespace nnopbase
