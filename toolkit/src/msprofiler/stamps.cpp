// acl_prof.h: marks and ranges of a program. No profiler listens, so they leave no trace.
#include <atomic>
#include <new>

#include "acl/acl_prof.h"
#include "runtime/error.h"

namespace {

struct Stamp {};

aclError NeedsStamp(const char* function, const void* stamp) {
    return stamp == nullptr
               ? runtime::Fail(ACL_ERROR_INVALID_PARAM, "%s: the stamp is NULL", function)
               : ACL_SUCCESS;
}

}  // namespace

extern "C" {

void* aclprofCreateStamp() {
    return new (std::nothrow) Stamp;
}

void aclprofDestroyStamp(void* stamp) {
    delete static_cast<Stamp*>(stamp);
}

aclError aclprofPush(void* stamp) {
    return NeedsStamp(__func__, stamp);
}

aclError aclprofPop() {
    return ACL_SUCCESS;
}

aclError aclprofRangeStart(void* stamp, uint32_t* rangeId) {
    static std::atomic<uint32_t> next{0};
    if (rangeId == nullptr) {
        return runtime::Fail(ACL_ERROR_INVALID_PARAM, "aclprofRangeStart: the result is NULL");
    }
    *rangeId = next++;
    return NeedsStamp(__func__, stamp);
}

aclError aclprofRangeStop(uint32_t) {
    return ACL_SUCCESS;
}

aclError aclprofSetStampTraceMessage(void* stamp, const char* msg, uint32_t) {
    return msg == nullptr
               ? runtime::Fail(ACL_ERROR_INVALID_PARAM, "%s: the message is NULL", __func__)
               : NeedsStamp(__func__, stamp);
}

aclError aclprofMark(void* stamp) {
    return NeedsStamp(__func__, stamp);
}

aclError aclprofMarkEx(const char* msg, size_t, aclrtStream) {
    return msg == nullptr
               ? runtime::Fail(ACL_ERROR_INVALID_PARAM, "%s: the message is NULL", __func__)
               : ACL_SUCCESS;
}
}
