// aclnn_<operator>.{h,cpp}: the C functions by which programs call an operator.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "opbuild/definition/definition.h"
#include "opbuild/options.h"
#include "opbuild/output/files.h"

namespace opbuild {

void AddAclnnFiles(const std::vector<Definition>& definitions, const Options& options,
                   OutputFiles* files);

// "aclnnAddCustomV2": the launch function of a version; version 0 has no suffix.
std::string AclnnFunction(const Definition& op, uint32_t version, const Options& options);

// "aclnn_add_custom_v2.h"
std::string AclnnHeader(const Definition& op, uint32_t version, const Options& options);

// The version that all others forward to; 0 if the definition has no versions.
uint32_t HighestVersion(const Definition& op);

}  // namespace opbuild
