// Launch options as programs give them.
#pragma once

#include "acl/acl_rt.h"
#include "runtime/launch.h"

namespace acl {

/// Reads `cfg`, which may be null; 107000 for what is unknown or has a bad value.
int ReadLaunchOptions(const aclrtLaunchKernelCfg* cfg, runtime::LaunchOptions* options);

}  // namespace acl
