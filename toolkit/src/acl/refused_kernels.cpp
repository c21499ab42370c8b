// acl_op.h: operators whose kernels a program brings itself.
#include "acl/refused.h"

namespace {
constexpr const char* kWhy =
    "kernels given by a program are not taken; install a package, or load one with aclrtBinaryLoad";
}  // namespace

ACL_REFUSED(aclopCreateKernel, kWhy)
ACL_REFUSED(aclopRegisterCompileFunc, kWhy)
ACL_REFUSED(aclopUnregisterCompileFunc, kWhy)
ACL_REFUSED(aclopSetKernelArgs, kWhy)
ACL_REFUSED(aclopSetKernelWorkspaceSizes, kWhy)
