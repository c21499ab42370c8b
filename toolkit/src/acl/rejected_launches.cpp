// acl_rt_kernel.h: launches and tasks that need a compiler or a core that is not here.
#include "acl/rejected.h"

namespace {
constexpr const char* kWhySimt =
    "simulated cores run no SIMT kernels; launch a kernel of the vector cores with "
    "aclrtLaunchKernelWithArgsArray";
constexpr const char* kWhySymbol =
    "kernels in the program itself have no handles; launch the kernel with <<<...>>>";
constexpr const char* kWhyCpu =
    "kernels of AI CPUs are not loaded from binaries; install them with their package";
constexpr const char* kWhyRandom =
    "devices here have no generator of random numbers; call aclnnInplaceUniform, "
    "aclnnInplaceNormal or aclnnDropoutGenMask";
constexpr const char* kWhyTask =
    "tasks of a stream cannot be changed, stopped or described from outside; submit them again";
constexpr const char* kWhyTrace =
    "no profiler listens to marks in streams; see custom-compiler profile";
}  // namespace

ACL_REJECTED(aclrtLaunchSIMTKernelWithArgsArray, kWhySimt)
ACL_REJECTED(aclrtLaunchSIMTKernelWithHostArgs, kWhySimt)

ACL_REJECTED(aclrtGetFuncBySymbol, kWhySymbol)

ACL_REJECTED(aclrtRegisterCpuFunc, kWhyCpu)

ACL_REJECTED(aclrtRandomNumAsync, kWhyRandom)

ACL_REJECTED(aclrtTaskUpdateAsync, kWhyTask)
ACL_REJECTED(aclrtPersistentTaskClean, kWhyTask)
ACL_REJECTED(aclrtStreamStop, kWhyTask)
ACL_REJECTED(aclrtCacheLastTaskOpInfo, kWhyTask)
ACL_REJECTED(aclrtCacheLastTaskExtendInfo, kWhyTask)

ACL_REJECTED(aclrtProfTrace, kWhyTrace)
