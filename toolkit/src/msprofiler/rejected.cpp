// acl_prof.h: what a profiler would answer.
#include "acl/rejected.h"

namespace {
constexpr const char* kWhy =
    "no profiler can be started from inside a program; see custom-compiler profile";
}  // namespace

ACL_REJECTED(aclprofInit, kWhy)
ACL_REJECTED(aclprofSetConfig, kWhy)
ACL_REJECTED(aclprofFinalize, kWhy)
ACL_REJECTED(aclprofStart, kWhy)
ACL_REJECTED_OBJECT(aclprofCreateConfig, kWhy)
ACL_REJECTED(aclprofDestroyConfig, kWhy)
ACL_REJECTED(aclprofStop, kWhy)
ACL_REJECTED(aclprofModelSubscribe, kWhy)
ACL_REJECTED(aclprofModelUnSubscribe, kWhy)
ACL_REJECTED_OBJECT(aclprofCreateSubscribeConfig, kWhy)
ACL_REJECTED(aclprofDestroySubscribeConfig, kWhy)
ACL_REJECTED(aclprofGetOpDescSize, kWhy)
ACL_REJECTED(aclprofGetOpNum, kWhy)
ACL_REJECTED(aclprofGetOpTypeLen, kWhy)
ACL_REJECTED(aclprofGetOpType, kWhy)
ACL_REJECTED(aclprofGetOpNameLen, kWhy)
ACL_REJECTED(aclprofGetOpName, kWhy)
ACL_REJECTED_OBJECT(aclprofGetOpStart, kWhy)
ACL_REJECTED_OBJECT(aclprofGetOpEnd, kWhy)
ACL_REJECTED_OBJECT(aclprofGetOpDuration, kWhy)
ACL_REJECTED_OBJECT(aclprofGetModelId, kWhy)
ACL_REJECTED_OBJECT(aclprofGetOpAttriValue, kWhy)
ACL_REJECTED(aclprofGetStepTimestamp, kWhy)
ACL_REJECTED_OBJECT(aclprofCreateStepInfo, kWhy)
ACL_REJECTED_OBJECT(aclprofDestroyStepInfo, kWhy)

ACL_REJECTED_EXPORT int aclprofGetOpFlag() {
    runtime::Fail(ACL_ERROR_API_NOT_SUPPORT, "aclprofGetOpFlag: %s", kWhy);
    return 255;  // ACL_SUBSCRIBE_NONE
}

// Frameworks ask these when they start; that text would stand before the one of their first error.
#define REJECTED_QUESTION(name)                                                                  \
    ACL_REJECTED_EXPORT int name() {                                                             \
        return runtime::Answer(runtime::Fail(ACL_ERROR_API_NOT_SUPPORT, "%s: %s", #name, kWhy)); \
    }

REJECTED_QUESTION(aclprofGetSupportedFeatures)
REJECTED_QUESTION(aclprofGetSupportedFeaturesV2)
