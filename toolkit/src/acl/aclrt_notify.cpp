// acl_rt.h: notifies.
#include <cinttypes>
#include <cstdio>

#include "acl/acl_rt.h"
#include "acl/check.h"
#include "runtime/context.h"
#include "runtime/ipc_memory.h"
#include "runtime/notify.h"

using runtime::Fail;
using runtime::Notify;
using runtime::Process;

namespace {

std::shared_ptr<Notify> FindNotify(aclrtNotify handle, int* code) {
    std::shared_ptr<Notify> notify = Process::Get().notifies.Find(handle);
    *code = notify != nullptr ? 0
                              : Fail(ACL_ERROR_RT_INVALID_HANDLE,
                                     "notify %p does not exist or was destroyed", handle);
    return notify;
}

int AddNotify(std::shared_ptr<Notify> notify, const std::string& error, aclrtNotify* handle) {
    if (notify == nullptr) {
        return runtime::FailText(ACL_ERROR_RT_PARAM_INVALID, error);
    }
    *handle = Process::Get().notifies.Add(std::move(notify));
    return ACL_SUCCESS;
}

}  // namespace

extern "C" {

aclError aclrtCreateNotify(aclrtNotify* notify, uint64_t flag) {
    ACL_REQUIRE_NOT_NULL(notify);
    if (flag != ACL_NOTIFY_DEFAULT && flag != ACL_NOTIFY_DEVICE_USE_ONLY) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: unknown flag 0x%llx", __func__,
                    static_cast<unsigned long long>(flag));
    }
    int code = 0;
    if (runtime::CurrentContext(&code) == nullptr) {
        return code;
    }
    if (Process::Get().notifies.size() >= runtime::kMaxNotifies) {
        return Fail(ACL_ERROR_RT_NO_NOTIFY_RESOURCE, "a device has no more than %zu notifies",
                    runtime::kMaxNotifies);
    }
    std::string error;
    return AddNotify(Notify::Create(&error), error, notify);
}

aclError aclrtDestroyNotify(aclrtNotify notify) {
    ACL_REQUIRE_NOT_NULL(notify);
    int code = 0;
    if (FindNotify(notify, &code) != nullptr) {
        Process::Get().notifies.Remove(notify);
    }
    return code;
}

aclError aclrtRecordNotify(aclrtNotify notify, aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(notify);
    int code = 0;
    const auto live_notify = FindNotify(notify, &code);
    return live_notify == nullptr ? code : runtime::SubmitTask(stream, live_notify->Record());
}

aclError aclrtWaitAndResetNotify(aclrtNotify notify, aclrtStream stream, uint32_t timeout) {
    ACL_REQUIRE_NOT_NULL(notify);
    int code = 0;
    const auto live_notify = FindNotify(notify, &code);
    return live_notify == nullptr ? code
                                  : runtime::SubmitTask(stream, live_notify->WaitAndReset(timeout));
}

aclError aclrtGetNotifyId(aclrtNotify notify, uint32_t* notifyId) {
    ACL_REQUIRE_NOT_NULL(notify);
    ACL_REQUIRE_NOT_NULL(notifyId);
    int code = 0;
    const auto live_notify = FindNotify(notify, &code);
    if (live_notify != nullptr) {
        *notifyId = live_notify->id();
    }
    return code;
}

aclError aclrtNotifyBatchReset(aclrtNotify* notifies, size_t num) {
    ACL_REQUIRE_NOT_NULL(notifies);
    ACL_REQUIRE_NOT_ZERO(num);
    for (size_t i = 0; i < num; ++i) {
        int code = 0;
        const auto live_notify = FindNotify(notifies[i], &code);
        if (live_notify == nullptr) {
            return code;
        }
        live_notify->Reset();
    }
    return ACL_SUCCESS;
}

aclError aclrtNotifyGetExportKey(aclrtNotify notify, char* key, size_t len, uint64_t flags) {
    ACL_REQUIRE_NOT_NULL(notify);
    ACL_REQUIRE_NOT_NULL(key);
    if (len < runtime::kIpcKeyBytes) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: the key needs %zu bytes, not %zu", __func__,
                    runtime::kIpcKeyBytes, len);
    }
    if (flags != ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT &&
        flags != ACL_RT_NOTIFY_EXPORT_FLAG_DISABLE_PID_VALIDATION) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: unknown flags 0x%llx", __func__,
                    static_cast<unsigned long long>(flags));
    }
    int code = 0;
    const auto live_notify = FindNotify(notify, &code);
    if (live_notify != nullptr) {
        live_notify->memory().Publish(flags != ACL_RT_NOTIFY_EXPORT_FLAG_DEFAULT);
        snprintf(key, len, "notify-%016" PRIx64, live_notify->memory().token());
    }
    return code;
}

aclError aclrtNotifySetImportPid(aclrtNotify notify, int32_t* pid, size_t num) {
    ACL_REQUIRE_NOT_NULL(notify);
    ACL_REQUIRE_NOT_NULL(pid);
    ACL_REQUIRE_NOT_ZERO(num);
    int code = 0;
    const auto live_notify = FindNotify(notify, &code);
    if (live_notify != nullptr && !live_notify->memory().Allow(pid, num)) {
        code = Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: too many processes: %zu", __func__, num);
    }
    return code;
}

aclError aclrtNotifyImportByKey(aclrtNotify* notify, const char* key, uint64_t flags) {
    ACL_REQUIRE_NOT_NULL(notify);
    ACL_REQUIRE_NOT_NULL(key);
    if (flags != ACL_RT_NOTIFY_IMPORT_FLAG_DEFAULT &&
        flags != ACL_RT_NOTIFY_IMPORT_FLAG_ENABLE_PEER_ACCESS) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: unknown flags 0x%llx", __func__,
                    static_cast<unsigned long long>(flags));
    }
    uint64_t token = 0;
    char more = 0;
    if (sscanf(key, "notify-%" SCNx64 "%c", &token, &more) != 1) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "\"%.64s\" is no key of a notify", key);
    }
    std::string error;
    return AddNotify(Notify::Import(token, &error), error, notify);
}
}
