// acl_rt_sync.h: notifies with a count.
#include "acl/acl_rt.h"
#include "acl/check.h"
#include "acl/products.h"
#include "runtime/context.h"
#include "runtime/count_notify.h"

using runtime::CountNotify;
using runtime::Fail;
using runtime::Process;

namespace {

std::shared_ptr<CountNotify> FindCountNotify(aclrtCntNotify handle, int* code) {
    std::shared_ptr<CountNotify> notify = Process::Get().count_notifies.Find(handle);
    *code = notify != nullptr
                ? 0
                : Fail(ACL_ERROR_RT_INVALID_HANDLE,
                       "notify %p with a count does not exist or was destroyed", handle);
    return notify;
}

}  // namespace

extern "C" {

aclError aclrtCntNotifyCreate(aclrtCntNotify* cntNotify, uint64_t flag) {
    ACL_REQUIRE_NOT_NULL(cntNotify);
    if (flag != 0) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: flag must be 0", __func__);
    }
    int code = acl::RequireProduct(__func__, acl::kAscend950);
    if (code != ACL_SUCCESS || runtime::CurrentContext(&code) == nullptr) {
        return code;
    }
    if (Process::Get().count_notifies.size() >= runtime::kMaxNotifies) {
        return Fail(ACL_ERROR_RT_NO_NOTIFY_RESOURCE, "a device has no more than %zu notifies",
                    runtime::kMaxNotifies);
    }
    *cntNotify = Process::Get().count_notifies.Add(std::make_shared<CountNotify>());
    return ACL_SUCCESS;
}

aclError aclrtCntNotifyDestroy(aclrtCntNotify cntNotify) {
    ACL_REQUIRE_NOT_NULL(cntNotify);
    int code = 0;
    if (FindCountNotify(cntNotify, &code) != nullptr) {
        Process::Get().count_notifies.Remove(cntNotify);
    }
    return code;
}

aclError aclrtCntNotifyRecord(aclrtCntNotify cntNotify, aclrtStream stream,
                              aclrtCntNotifyRecordInfo* info) {
    ACL_REQUIRE_NOT_NULL(cntNotify);
    ACL_REQUIRE_NOT_NULL(info);
    switch (info->mode) {
        case ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE:
        case ACL_RT_CNT_NOTIFY_RECORD_ADD_MODE:
        case ACL_RT_CNT_NOTIFY_RECORD_BIT_OR_MODE:
        case ACL_RT_CNT_NOTIFY_RECORD_BIT_AND_MODE:
            break;
        default:
            return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: unknown mode %d", __func__, info->mode);
    }
    int code = 0;
    const auto live_notify = FindCountNotify(cntNotify, &code);
    return live_notify == nullptr ? code : runtime::SubmitTask(stream, live_notify->Record(*info));
}

aclError aclrtCntNotifyWaitWithTimeout(aclrtCntNotify cntNotify, aclrtStream stream,
                                       aclrtCntNotifyWaitInfo* info) {
    ACL_REQUIRE_NOT_NULL(cntNotify);
    ACL_REQUIRE_NOT_NULL(info);
    if (info->mode < ACL_RT_CNT_NOTIFY_WAIT_LESS_MODE ||
        info->mode > ACL_RT_CNT_NOTIFY_WAIT_EQUAL_WITH_BITMASK_MODE || info->isClear > 1) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: mode %d or isClear %u is unknown", __func__,
                    info->mode, info->isClear);
    }
    int code = 0;
    const auto live_notify = FindCountNotify(cntNotify, &code);
    return live_notify == nullptr ? code : runtime::SubmitTask(stream, live_notify->Wait(*info));
}

aclError aclrtCntNotifyReset(aclrtCntNotify cntNotify, aclrtStream stream) {
    aclrtCntNotifyRecordInfo none = {ACL_RT_CNT_NOTIFY_RECORD_SET_VALUE_MODE, 0};
    return aclrtCntNotifyRecord(cntNotify, stream, &none);
}

aclError aclrtCntNotifyGetId(aclrtCntNotify cntNotify, uint32_t* notifyId) {
    ACL_REQUIRE_NOT_NULL(cntNotify);
    ACL_REQUIRE_NOT_NULL(notifyId);
    int code = 0;
    const auto live_notify = FindCountNotify(cntNotify, &code);
    if (live_notify != nullptr) {
        *notifyId = live_notify->id();
    }
    return code;
}
}
