// acl_rt.h: what needs a driver, another server or hardware that is not here.
#include "acl/refused.h"

namespace {
constexpr const char* kWhySnapshot = "the state of a process is not saved; start the program again";
constexpr const char* kWhyEvent =
    "events stay in their process; use a notify, which aclrtNotifyGetExportKey exports";
constexpr const char* kWhyServer =
    "memory and notifies are shared on one machine; use aclrtIpcMemSetImportPid or "
    "aclrtNotifySetImportPid";
constexpr const char* kWhyBuffer = "buffers of queues need a driver; use aclrtMalloc";
constexpr const char* kWhyBarrier =
    "barriers of cache operations belong to Atlas 200I/500 A2, which is not simulated";
constexpr const char* kWhyLimit = "stacks and output of simulated cores have fixed sizes";
constexpr const char* kWhyAtomic =
    "no public source says which atomic operations reach the host or another device";
constexpr const char* kWhyAdvice = "where the pages of managed memory are is not modelled";
constexpr const char* kWhyRecovery = "the tasks of a communicator are not retained to be run again";
constexpr const char* kWhyOverflow =
    "simulated cores record no overflow, and their kernels take no address for it";
}  // namespace

ACL_REFUSED(aclrtSnapShotProcessLock, kWhySnapshot)
ACL_REFUSED(aclrtSnapShotProcessUnlock, kWhySnapshot)
ACL_REFUSED(aclrtSnapShotProcessBackup, kWhySnapshot)
ACL_REFUSED(aclrtSnapShotProcessRestore, kWhySnapshot)
ACL_REFUSED(aclrtSnapShotCallbackRegister, kWhySnapshot)
ACL_REFUSED(aclrtSnapShotCallbackUnregister, kWhySnapshot)

ACL_REFUSED(aclrtIpcGetEventHandle, kWhyEvent)
ACL_REFUSED(aclrtIpcOpenEventHandle, kWhyEvent)

ACL_REFUSED(aclrtIpcMemImportPidInterServer, kWhyServer)
ACL_REFUSED(aclrtNotifySetImportPidInterServer, kWhyServer)

ACL_REFUSED(aclrtAllocBuf, kWhyBuffer)
ACL_REFUSED(aclrtFreeBuf, kWhyBuffer)
ACL_REFUSED(aclrtSetBufDataLen, kWhyBuffer)
ACL_REFUSED(aclrtGetBufDataLen, kWhyBuffer)
ACL_REFUSED(aclrtGetBufData, kWhyBuffer)
ACL_REFUSED(aclrtGetBufUserData, kWhyBuffer)
ACL_REFUSED(aclrtSetBufUserData, kWhyBuffer)
ACL_REFUSED(aclrtCopyBufRef, kWhyBuffer)
ACL_REFUSED(aclrtAppendBufChain, kWhyBuffer)
ACL_REFUSED(aclrtGetBufChainNum, kWhyBuffer)
ACL_REFUSED(aclrtGetBufFromChain, kWhyBuffer)

ACL_REFUSED(aclrtCmoAsyncWithBarrier, kWhyBarrier)
ACL_REFUSED(aclrtCmoWaitBarrier, kWhyBarrier)

ACL_REFUSED(aclrtDeviceSetLimit, kWhyLimit)
ACL_REFUSED(aclrtDeviceGetLimit, kWhyLimit)

ACL_REFUSED(aclrtDeviceGetHostAtomicCapabilities, kWhyAtomic)
ACL_REFUSED(aclrtDeviceGetP2PAtomicCapabilities, kWhyAtomic)

ACL_REFUSED(aclrtMemManagedAdvise, kWhyAdvice)
ACL_REFUSED(aclrtMemManagedGetAttr, kWhyAdvice)
ACL_REFUSED(aclrtMemManagedGetAttrs, kWhyAdvice)

ACL_REFUSED(aclRecoverAllHcclTasks, kWhyRecovery)

ACL_REFUSED(aclrtCtxGetFloatOverflowAddr, kWhyOverflow)
