// Whether a static or debug kernel is still of the operator that is installed.
#pragma once

#include <string>

#include "nnopbase/package.h"

namespace nnopbase {

/// What has changed in the packages since a kernel with this description was made (`madeFrom`: the
/// key of its operator's kernel, the hash of that, and the identity of the tiling library); "" if
/// nothing has, if it does not say what it was made from, or if no package has the operator.
std::string ChangeSince(const support::Json& description, const PackageSet& packages);

}  // namespace nnopbase
