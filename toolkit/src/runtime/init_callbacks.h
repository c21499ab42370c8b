// Functions of other libraries that aclInit and aclFinalize call.
#pragma once

#include <string>

#include "acl/acl_rt.h"

namespace runtime {

/// See aclInitCallbackRegister; a function that is registered again for its type gets the new data.
int AddInitCallback(aclRegisterCallbackType type, aclInitCallbackFunc function, void* data);
int RemoveInitCallback(aclRegisterCallbackType type, aclInitCallbackFunc function);
int AddFinalizeCallback(aclRegisterCallbackType type, aclFinalizeCallbackFunc function, void* data);
int RemoveFinalizeCallback(aclRegisterCallbackType type, aclFinalizeCallbackFunc function);

/// Calls all of them in the order of registration; `config` is the content of the file that aclInit
/// was given. Returns the first error.
int CallInitCallbacks(const std::string& config);
int CallFinalizeCallbacks();

}  // namespace runtime
