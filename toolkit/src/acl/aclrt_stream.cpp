// acl_rt.h: streams, callbacks in streams and the exception hook.
#include <atomic>
#include <new>

#include "acl/acl_rt.h"
#include "acl/check.h"
#include "runtime/callbacks.h"
#include "runtime/context.h"

using runtime::Fail;

/// What aclrtGet*FromExceptionInfo read.
struct rtExceptionInfo {
    runtime::TaskFailure failure;
};

namespace {

constexpr uint32_t kMaxPriority = 7;
constexpr uint32_t kKnownFlags = ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC |
                                 ACL_STREAM_PERSISTENT | ACL_STREAM_HUGE | ACL_STREAM_CPU_SCHEDULE |
                                 ACL_STREAM_DEVICE_USE_ONLY;

std::atomic<aclrtExceptionInfoCallback> exception_callback{nullptr};

void CallExceptionCallback(const runtime::TaskFailure& failure) {
    const aclrtExceptionInfoCallback callback = exception_callback;
    if (callback != nullptr) {
        rtExceptionInfo info{failure};
        callback(&info);
    }
}

constexpr uint32_t kNoInfo = 0xFFFFFFFF;

}  // namespace

extern "C" {

aclrtStreamConfigHandle* aclrtCreateStreamConfigHandle(void) {
    return runtime::Remembered(runtime::ObjectKind::kStreamConfig,
                               new (std::nothrow) aclrtStreamConfigHandle{nullptr, 0, 0, 0});
}

aclError aclrtDestroyStreamConfigHandle(aclrtStreamConfigHandle* handle) {
    ACL_DESTROY(kStreamConfig, handle);
    return ACL_SUCCESS;
}

aclError aclrtSetStreamConfigOpt(aclrtStreamConfigHandle* handle, aclrtStreamConfigAttr attr,
                                 const void* attrValue, size_t valueSize) {
    ACL_REQUIRE_NOT_NULL(handle);
    ACL_REQUIRE_NOT_NULL(attrValue);
    size_t wanted = sizeof(size_t);
    switch (attr) {
        case ACL_RT_STREAM_WORK_ADDR_PTR:
            handle->workptr =
                valueSize == wanted ? *static_cast<void* const*>(attrValue) : handle->workptr;
            break;
        case ACL_RT_STREAM_WORK_SIZE:
            handle->workSize =
                valueSize == wanted ? *static_cast<const size_t*>(attrValue) : handle->workSize;
            break;
        case ACL_RT_STREAM_FLAG:
            handle->flag =
                valueSize == wanted ? *static_cast<const size_t*>(attrValue) : handle->flag;
            break;
        case ACL_RT_STREAM_PRIORITY:
            wanted = sizeof(uint32_t);
            handle->priority =
                valueSize == wanted ? *static_cast<const uint32_t*>(attrValue) : handle->priority;
            break;
        default:
            return Fail(ACL_ERROR_INVALID_PARAM, "aclrtSetStreamConfigOpt: unknown option %d",
                        attr);
    }
    return valueSize == wanted ? ACL_SUCCESS
                               : Fail(ACL_ERROR_INVALID_PARAM,
                                      "aclrtSetStreamConfigOpt: option %d has %zu bytes, not %zu",
                                      attr, wanted, valueSize);
}

aclError aclrtCreateStream(aclrtStream* stream) {
    ACL_REQUIRE_NOT_NULL(stream);
    return runtime::CreateStream(stream);
}

aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority, uint32_t flag) {
    ACL_REQUIRE_NOT_NULL(stream);
    if (priority > kMaxPriority || (flag & ~kKnownFlags) != 0) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID,
                    "aclrtCreateStreamWithConfig: priority %u (0..%u) or flags 0x%x", priority,
                    kMaxPriority, flag);
    }
    return runtime::CreateStream(stream);
}

aclError aclrtCreateStreamV2(aclrtStream* stream, const aclrtStreamConfigHandle* handle) {
    ACL_REQUIRE_NOT_NULL(stream);
    ACL_REQUIRE_NOT_NULL(handle);
    return aclrtCreateStreamWithConfig(stream, handle->priority,
                                       static_cast<uint32_t>(handle->flag));
}

aclError aclrtDestroyStream(aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(stream);
    return runtime::DestroyStream(stream, false);
}

aclError aclrtDestroyStreamForce(aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(stream);
    return runtime::DestroyStream(stream, true);
}

aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode) {
    if (mode != ACL_CONTINUE_ON_FAILURE && mode != ACL_STOP_ON_FAILURE) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "unknown stream failure mode %llu",
                    static_cast<unsigned long long>(mode));
    }
    if (stream == nullptr) {
        return Fail(ACL_ERROR_INVALID_PARAM,
                    "the failure mode of the default stream cannot be set");
    }
    int code = 0;
    const auto found = runtime::FindStream(stream, &code);
    if (found != nullptr) {
        found->SetStopOnFailure(mode == ACL_STOP_ON_FAILURE);
    }
    return code;
}

aclError aclrtSynchronizeStream(aclrtStream stream) {
    return runtime::SynchronizeStream(stream, -1);
}

aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream, int32_t timeout) {
    if (timeout < -1 || timeout == 0) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "a timeout of %d ms: use -1 or a positive number",
                    timeout);
    }
    return runtime::SynchronizeStream(stream, timeout);
}

aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status) {
    ACL_REQUIRE_NOT_NULL(status);
    int code = 0;
    const auto found = runtime::FindStream(stream, &code);
    if (found != nullptr) {
        *status = found->Idle() ? ACL_STREAM_STATUS_COMPLETE : ACL_STREAM_STATUS_NOT_READY;
    }
    return code;
}

aclError aclrtStreamAbort(aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(stream);
    int code = 0;
    const auto found = runtime::FindStream(stream, &code);
    if (found != nullptr) {
        found->DiscardQueued();
    }
    return code;
}

aclError aclrtStreamGetId(aclrtStream stream, int32_t* streamId) {
    ACL_REQUIRE_NOT_NULL(streamId);
    int code = 0;
    const auto found = runtime::FindStream(stream, &code);
    if (found != nullptr) {
        *streamId = found->id();
    }
    return code;
}

aclError aclrtGetThreadLastTaskId(uint32_t* taskId) {
    ACL_REQUIRE_NOT_NULL(taskId);
    *taskId = runtime::LastTaskIdOfThread();
    return ACL_SUCCESS;
}

aclError aclrtSubscribeReport(uint64_t threadId, aclrtStream stream) {
    return runtime::SubscribeReport(threadId, stream);
}

aclError aclrtUnSubscribeReport(uint64_t threadId, aclrtStream stream) {
    return runtime::UnsubscribeReport(threadId, stream);
}

aclError aclrtLaunchCallback(aclrtCallback fn, void* userData, aclrtCallbackBlockType blockType,
                             aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(fn);
    if (blockType != ACL_CALLBACK_NO_BLOCK && blockType != ACL_CALLBACK_BLOCK) {
        return Fail(ACL_ERROR_INVALID_PARAM, "aclrtLaunchCallback: unknown block type %d",
                    blockType);
    }
    return runtime::LaunchCallback(fn, userData, blockType == ACL_CALLBACK_BLOCK, stream);
}

aclError aclrtProcessReport(int32_t timeout) {
    if (timeout < -1 || timeout == 0) {
        return Fail(ACL_ERROR_INVALID_PARAM,
                    "aclrtProcessReport: use a timeout of -1 or a positive number");
    }
    return runtime::ProcessReport(timeout);
}

aclError aclrtSetExceptionInfoCallback(aclrtExceptionInfoCallback callback) {
    exception_callback = callback;
    runtime::SetTaskFailureHook(callback == nullptr ? nullptr : &CallExceptionCallback);
    return ACL_SUCCESS;
}

uint32_t aclrtGetTaskIdFromExceptionInfo(const aclrtExceptionInfo* info) {
    return info == nullptr ? kNoInfo : info->failure.task_id;
}

uint32_t aclrtGetStreamIdFromExceptionInfo(const aclrtExceptionInfo* info) {
    return info == nullptr ? kNoInfo : info->failure.stream_id;
}

uint32_t aclrtGetThreadIdFromExceptionInfo(const aclrtExceptionInfo* info) {
    return info == nullptr ? kNoInfo : info->failure.thread_id;
}

uint32_t aclrtGetDeviceIdFromExceptionInfo(const aclrtExceptionInfo* info) {
    return info == nullptr ? kNoInfo : info->failure.device_id;
}

uint32_t aclrtGetErrorCodeFromExceptionInfo(const aclrtExceptionInfo* info) {
    return info == nullptr ? kNoInfo : info->failure.code;
}
}
