// acl_rt.h: what needs a driver, another server or hardware that is not here.
#include "acl/rejected.h"

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

ACL_REJECTED(aclrtSnapShotProcessLock, kWhySnapshot)
ACL_REJECTED(aclrtSnapShotProcessUnlock, kWhySnapshot)
ACL_REJECTED(aclrtSnapShotProcessBackup, kWhySnapshot)
ACL_REJECTED(aclrtSnapShotProcessRestore, kWhySnapshot)
ACL_REJECTED(aclrtSnapShotCallbackRegister, kWhySnapshot)
ACL_REJECTED(aclrtSnapShotCallbackUnregister, kWhySnapshot)

ACL_REJECTED(aclrtIpcGetEventHandle, kWhyEvent)
ACL_REJECTED(aclrtIpcOpenEventHandle, kWhyEvent)

ACL_REJECTED(aclrtIpcMemImportPidInterServer, kWhyServer)
ACL_REJECTED(aclrtNotifySetImportPidInterServer, kWhyServer)

ACL_REJECTED(aclrtAllocBuf, kWhyBuffer)
ACL_REJECTED(aclrtFreeBuf, kWhyBuffer)
ACL_REJECTED(aclrtSetBufDataLen, kWhyBuffer)
ACL_REJECTED(aclrtGetBufDataLen, kWhyBuffer)
ACL_REJECTED(aclrtGetBufData, kWhyBuffer)
ACL_REJECTED(aclrtGetBufUserData, kWhyBuffer)
ACL_REJECTED(aclrtSetBufUserData, kWhyBuffer)
ACL_REJECTED(aclrtCopyBufRef, kWhyBuffer)
ACL_REJECTED(aclrtAppendBufChain, kWhyBuffer)
ACL_REJECTED(aclrtGetBufChainNum, kWhyBuffer)
ACL_REJECTED(aclrtGetBufFromChain, kWhyBuffer)

ACL_REJECTED(aclrtCmoAsyncWithBarrier, kWhyBarrier)
ACL_REJECTED(aclrtCmoWaitBarrier, kWhyBarrier)

ACL_REJECTED(aclrtDeviceSetLimit, kWhyLimit)
ACL_REJECTED(aclrtDeviceGetLimit, kWhyLimit)

ACL_REJECTED(aclrtDeviceGetHostAtomicCapabilities, kWhyAtomic)
ACL_REJECTED(aclrtDeviceGetP2PAtomicCapabilities, kWhyAtomic)

ACL_REJECTED(aclrtMemManagedAdvise, kWhyAdvice)
ACL_REJECTED(aclrtMemManagedGetAttr, kWhyAdvice)
ACL_REJECTED(aclrtMemManagedGetAttrs, kWhyAdvice)

ACL_REJECTED(aclRecoverAllHcclTasks, kWhyRecovery)

ACL_REJECTED(aclrtCtxGetFloatOverflowAddr, kWhyOverflow)
