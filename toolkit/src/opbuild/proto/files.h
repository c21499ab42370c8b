// Operator prototypes: op_proto.{h,cc}, group_proto/<category>.{h,cc} or <operator>_proto.{h,cpp}.
#pragma once

#include <vector>

#include "opbuild/definition/definition.h"
#include "opbuild/options.h"
#include "opbuild/output/files.h"

namespace opbuild {

void AddProtoFiles(const std::vector<Definition>& definitions, const Options& options,
                   OutputFiles* files);

}  // namespace opbuild
