// acl_rt_graph.h and acl_rt_sync.h: graphs that a program builds or changes by tasks.
#include "acl/refused.h"

namespace {
constexpr const char* kWhyTask =
    "tasks of a captured graph cannot be listed; replace them as a group with "
    "aclmdlRICaptureTaskUpdateBegin, or print them with aclmdlRIDebugPrint";
constexpr const char* kWhyBuild = "graphs are made by capture only; use aclmdlRICaptureBegin";
constexpr const char* kWhyBranch =
    "streams have no branches; decide on the host, and launch what follows";
}  // namespace

ACL_REFUSED(aclmdlRIGetStreams, kWhyTask)
ACL_REFUSED(aclmdlRIGetTasksByStream, kWhyTask)
ACL_REFUSED(aclmdlRITaskGetType, kWhyTask)
ACL_REFUSED(aclmdlRITaskGetSeqId, kWhyTask)
ACL_REFUSED(aclmdlRITaskGetParams, kWhyTask)
ACL_REFUSED(aclmdlRITaskSetParams, kWhyTask)
ACL_REFUSED(aclmdlRITaskDisable, kWhyTask)
ACL_REFUSED(aclmdlRIKernelTaskGetAttribute, kWhyTask)
ACL_REFUSED(aclmdlRIUpdate, kWhyTask)

ACL_REFUSED(aclmdlRIBuildBegin, kWhyBuild)
ACL_REFUSED(aclmdlRIBindStream, kWhyBuild)
ACL_REFUSED(aclmdlRIUnbindStream, kWhyBuild)
ACL_REFUSED(aclmdlRIEndTask, kWhyBuild)
ACL_REFUSED(aclmdlRIBuildEnd, kWhyBuild)
ACL_REFUSED(aclmdlRIAbort, kWhyBuild)
ACL_REFUSED(aclmdlRICaptureToModelRIBegin, kWhyBuild)

ACL_REFUSED(aclmdlRICondHandleCreate, kWhyBranch)
ACL_REFUSED(aclmdlRICondHandleGetCondPtr, kWhyBranch)
ACL_REFUSED(aclmdlRIAddCondTask, kWhyBranch)
ACL_REFUSED(aclrtCreateLabel, kWhyBranch)
ACL_REFUSED(aclrtSetLabel, kWhyBranch)
ACL_REFUSED(aclrtDestroyLabel, kWhyBranch)
ACL_REFUSED(aclrtCreateLabelList, kWhyBranch)
ACL_REFUSED(aclrtDestroyLabelList, kWhyBranch)
ACL_REFUSED(aclrtSwitchLabelByIndex, kWhyBranch)
ACL_REFUSED(aclrtActiveStream, kWhyBranch)
ACL_REFUSED(aclrtSwitchStream, kWhyBranch)
