// acl_op.h: operators whose kernels a program brings itself.
#include "acl/rejected.h"

namespace {
constexpr const char* kWhy =
    "kernels given by a program are not taken; install a package, or load one with aclrtBinaryLoad";
}  // namespace

ACL_REJECTED(aclopCreateKernel, kWhy)
ACL_REJECTED(aclopRegisterCompileFunc, kWhy)
ACL_REJECTED(aclopUnregisterCompileFunc, kWhy)
ACL_REJECTED(aclopSetKernelArgs, kWhy)
ACL_REJECTED(aclopSetKernelWorkspaceSizes, kWhy)
