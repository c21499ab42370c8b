// Callbacks of the program for what happens to devices and streams.
#pragma once

#include "acl/acl_rt.h"

namespace acl {

void NotifyTaskAbort(int32_t device, aclrtDeviceTaskAbortStage stage, uint32_t timeout);
void NotifyDeviceState(int32_t device, aclrtDeviceState state);
void NotifyStreamState(aclrtStream stream, aclrtStreamState state);

}  // namespace acl
