// Launches of kernels that are registered by address, which MindSpore has for its own kernels
// and for fusion (DVM). Whatever their parameters, they fail alike.
#include "acl/acl_base.h"
#include "runtime/error.h"

#define REJECTED(name)                                                                           \
    extern "C" __attribute__((visibility("default"))) int name() {                               \
        return runtime::Fail(                                                                    \
            ACL_ERROR_API_NOT_SUPPORT,                                                           \
            "%s: machine code of NPUs does not run on simulated cores; MindSpore makes such "    \
            "code for jit_level O1: use O0, or set MS_DEV_GRAPH_KERNEL_FLAGS=--opt_level=0, as " \
            "set_env.sh does",                                                                   \
            #name);                                                                              \
    }

REJECTED(rtDevBinaryRegister)
REJECTED(rtDevBinaryUnRegister)
REJECTED(rtFunctionRegister)
REJECTED(rtKernelLaunch)
REJECTED(rtLaunch)
