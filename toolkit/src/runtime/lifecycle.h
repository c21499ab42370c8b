// Initialisation of acl in this process.
#pragma once

#include <cstdint>
#include <string>

namespace runtime {

/// See aclInit. `config_path` may be null.
int Initialize(const char* config_path);
/// See aclFinalize.
int Finalize();
/// See aclFinalizeReference. `remaining` may be null.
int FinalizeReference(uint64_t* remaining);

/// Whether installed debug kernels run: ASCENDC_ENABLE_DEBUG_KERNEL ("on" or "off"), else
/// op_debug_config.enable_debug_kernel of the configuration that aclInit was given.
bool DebugKernelsEnabled();

/// Root of the toolkit: ASCEND_HOME_PATH, else two levels above this library. Without a slash at
/// the end.
std::string HomeDirectory();

}  // namespace runtime
