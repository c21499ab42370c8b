// acl_rt_graph.h and acl_rt_sync.h: graphs that a program builds or changes by tasks.
#include "acl/rejected.h"

namespace {
constexpr const char* kWhyTask =
    "tasks of a captured graph cannot be listed; replace them as a group with "
    "aclmdlRICaptureTaskUpdateBegin, or print them with aclmdlRIDebugPrint";
constexpr const char* kWhyBuild = "graphs are made by capture only; use aclmdlRICaptureBegin";
constexpr const char* kWhyBranch =
    "streams have no branches; decide on the host, and launch what follows";
}  // namespace

ACL_REJECTED(aclmdlRIGetStreams, kWhyTask)
ACL_REJECTED(aclmdlRIGetTasksByStream, kWhyTask)
ACL_REJECTED(aclmdlRITaskGetType, kWhyTask)
ACL_REJECTED(aclmdlRITaskGetSeqId, kWhyTask)
ACL_REJECTED(aclmdlRITaskGetParams, kWhyTask)
ACL_REJECTED(aclmdlRITaskSetParams, kWhyTask)
ACL_REJECTED(aclmdlRITaskDisable, kWhyTask)
ACL_REJECTED(aclmdlRIKernelTaskGetAttribute, kWhyTask)
ACL_REJECTED(aclmdlRIUpdate, kWhyTask)

ACL_REJECTED(aclmdlRIBuildBegin, kWhyBuild)
ACL_REJECTED(aclmdlRIBindStream, kWhyBuild)
ACL_REJECTED(aclmdlRIUnbindStream, kWhyBuild)
ACL_REJECTED(aclmdlRIEndTask, kWhyBuild)
ACL_REJECTED(aclmdlRIBuildEnd, kWhyBuild)
ACL_REJECTED(aclmdlRIAbort, kWhyBuild)
ACL_REJECTED(aclmdlRICaptureToModelRIBegin, kWhyBuild)

ACL_REJECTED(aclmdlRICondHandleCreate, kWhyBranch)
ACL_REJECTED(aclmdlRICondHandleGetCondPtr, kWhyBranch)
ACL_REJECTED(aclmdlRIAddCondTask, kWhyBranch)
ACL_REJECTED(aclrtCreateLabel, kWhyBranch)
ACL_REJECTED(aclrtSetLabel, kWhyBranch)
ACL_REJECTED(aclrtDestroyLabel, kWhyBranch)
ACL_REJECTED(aclrtCreateLabelList, kWhyBranch)
ACL_REJECTED(aclrtDestroyLabelList, kWhyBranch)
ACL_REJECTED(aclrtSwitchLabelByIndex, kWhyBranch)
ACL_REJECTED(aclrtActiveStream, kWhyBranch)
ACL_REJECTED(aclrtSwitchStream, kWhyBranch)
