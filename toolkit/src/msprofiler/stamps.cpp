// acl_prof.h: marks and ranges of a program. No profiler listens, so they leave no trace.
#include <atomic>
#include <map>
#include <mutex>
#include <new>
#include <string>

#include "acl/acl_prof.h"
#include "runtime/error.h"

namespace {

struct Stamp {};

aclError NeedsStamp(const char* function, const void* stamp) {
    return stamp == nullptr
               ? runtime::Fail(ACL_ERROR_INVALID_PARAM, "%s: the stamp is NULL", function)
               : ACL_SUCCESS;
}

/// Ranges with tensors that this thread has begun.
thread_local uint32_t open_ranges = 0;

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

uint64_t aclprofStr2Id(const char* message) {
    static std::mutex mutex;
    static auto* const ids = new std::map<std::string, uint64_t>();  // until the process ends
    if (message == nullptr) {
        return 0;
    }
    std::lock_guard<std::mutex> lock(mutex);
    return ids->emplace(message, ids->size() + 1).first->second;
}

aclError aclprofRangePushEx(aclprofEventAttributes* attr) {
    if (attr == nullptr) {
        return runtime::Fail(ACL_ERROR_INVALID_PARAM, "%s: the attributes are NULL", __func__);
    }
    ++open_ranges;
    return ACL_SUCCESS;
}

aclError aclprofRangePop() {
    if (open_ranges == 0) {
        return runtime::Fail(ACL_ERROR_INVALID_PARAM, "%s: this thread has begun no range",
                             __func__);
    }
    --open_ranges;
    return ACL_SUCCESS;
}
}
