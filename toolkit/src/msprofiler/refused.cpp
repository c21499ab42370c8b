// acl_prof.h: what a profiler would answer.
#include "acl/refused.h"

namespace {
constexpr const char* kWhy =
    "no profiler can be started from inside a program; see custom-compiler profile";
}  // namespace

ACL_REFUSED(aclprofInit, kWhy)
ACL_REFUSED(aclprofSetConfig, kWhy)
ACL_REFUSED(aclprofFinalize, kWhy)
ACL_REFUSED(aclprofStart, kWhy)
ACL_REFUSED_OBJECT(aclprofCreateConfig, kWhy)
ACL_REFUSED(aclprofDestroyConfig, kWhy)
ACL_REFUSED(aclprofStop, kWhy)
ACL_REFUSED(aclprofModelSubscribe, kWhy)
ACL_REFUSED(aclprofModelUnSubscribe, kWhy)
ACL_REFUSED_OBJECT(aclprofCreateSubscribeConfig, kWhy)
ACL_REFUSED(aclprofDestroySubscribeConfig, kWhy)
ACL_REFUSED(aclprofGetOpDescSize, kWhy)
ACL_REFUSED(aclprofGetOpNum, kWhy)
ACL_REFUSED(aclprofGetOpTypeLen, kWhy)
ACL_REFUSED(aclprofGetOpType, kWhy)
ACL_REFUSED(aclprofGetOpNameLen, kWhy)
ACL_REFUSED(aclprofGetOpName, kWhy)
ACL_REFUSED_OBJECT(aclprofGetOpStart, kWhy)
ACL_REFUSED_OBJECT(aclprofGetOpEnd, kWhy)
ACL_REFUSED_OBJECT(aclprofGetOpDuration, kWhy)
ACL_REFUSED_OBJECT(aclprofGetModelId, kWhy)
ACL_REFUSED_OBJECT(aclprofGetOpAttriValue, kWhy)
ACL_REFUSED(aclprofGetStepTimestamp, kWhy)
ACL_REFUSED_OBJECT(aclprofCreateStepInfo, kWhy)
ACL_REFUSED_OBJECT(aclprofDestroyStepInfo, kWhy)

ACL_REFUSED_EXPORT int aclprofGetOpFlag() {
    runtime::Fail(ACL_ERROR_API_NOT_SUPPORT, "aclprofGetOpFlag: %s", kWhy);
    return 255;  // ACL_SUBSCRIBE_NONE
}

// Frameworks ask these when they start; that text would stand before the one of their first error.
#define REFUSED_QUESTION(name)                                                                   \
    ACL_REFUSED_EXPORT int name() {                                                              \
        return runtime::Answer(runtime::Fail(ACL_ERROR_API_NOT_SUPPORT, "%s: %s", #name, kWhy)); \
    }

REFUSED_QUESTION(aclprofGetSupportedFeatures)
REFUSED_QUESTION(aclprofGetSupportedFeaturesV2)
