// acl_rt.h: streams and their attributes.
#include <algorithm>
#include <cstring>
#include <new>

#include "acl/acl_rt.h"
#include "acl/check.h"
#include "acl/state_callbacks.h"
#include "platform/soc_table.h"
#include "runtime/context.h"

using runtime::Fail;

namespace {

constexpr uint32_t kMaxPriority = 7;
constexpr uint32_t kStreamFlags = ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC |
                                  ACL_STREAM_PERSISTENT | ACL_STREAM_HUGE |
                                  ACL_STREAM_CPU_SCHEDULE | ACL_STREAM_DEVICE_USE_ONLY;

int Create(aclrtStream* stream, uint32_t priority, uint32_t flags) {
    const int code = runtime::CreateStream(stream, priority, flags);
    if (code == ACL_SUCCESS) {
        acl::NotifyStreamState(*stream, ACL_RT_STREAM_STATE_CREATE_POST);
    }
    return code;
}

/// Calls `use` with the stream; the code says why there is none.
template <typename Use>
int WithStream(aclrtStream stream, Use use) {
    int code = 0;
    const auto live_stream = runtime::FindStream(stream, &code);
    if (live_stream != nullptr) {
        use(*live_stream);
    }
    return code;
}

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
    size_t expected_size = sizeof(size_t);
    switch (attr) {
        case ACL_RT_STREAM_WORK_ADDR_PTR:
            handle->workptr = valueSize == expected_size ? *static_cast<void* const*>(attrValue)
                                                         : handle->workptr;
            break;
        case ACL_RT_STREAM_WORK_SIZE:
            handle->workSize = valueSize == expected_size ? *static_cast<const size_t*>(attrValue)
                                                          : handle->workSize;
            break;
        case ACL_RT_STREAM_FLAG:
            handle->flag =
                valueSize == expected_size ? *static_cast<const size_t*>(attrValue) : handle->flag;
            break;
        case ACL_RT_STREAM_PRIORITY:
            expected_size = sizeof(uint32_t);
            handle->priority = valueSize == expected_size ? *static_cast<const uint32_t*>(attrValue)
                                                          : handle->priority;
            break;
        default:
            return Fail(ACL_ERROR_INVALID_PARAM, "aclrtSetStreamConfigOpt: unknown option %d",
                        attr);
    }
    return valueSize == expected_size
               ? ACL_SUCCESS
               : Fail(ACL_ERROR_INVALID_PARAM,
                      "aclrtSetStreamConfigOpt: option %d has %zu bytes, not %zu", attr,
                      expected_size, valueSize);
}

aclError aclrtCreateStream(aclrtStream* stream) {
    ACL_REQUIRE_NOT_NULL(stream);
    return Create(stream, 0, 0);
}

aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority, uint32_t flag) {
    ACL_REQUIRE_NOT_NULL(stream);
    if (priority > kMaxPriority) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "aclrtCreateStreamWithConfig: priority %u (0..%u)",
                    priority, kMaxPriority);
    }
    // With other values it is documented to be aclrtCreateStream's.
    return Create(stream, priority, (flag & ~kStreamFlags) == 0 ? flag : 0);
}

aclError aclrtCreateStreamV2(aclrtStream* stream, const aclrtStreamConfigHandle* handle) {
    ACL_REQUIRE_NOT_NULL(stream);
    ACL_REQUIRE_NOT_NULL(handle);
    return aclrtCreateStreamWithConfig(stream, handle->priority,
                                       static_cast<uint32_t>(handle->flag));
}

aclError aclrtDestroyStream(aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(stream);
    acl::NotifyStreamState(stream, ACL_RT_STREAM_STATE_DESTROY_PRE);
    return runtime::DestroyStream(stream, false);
}

aclError aclrtDestroyStreamForce(aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(stream);
    acl::NotifyStreamState(stream, ACL_RT_STREAM_STATE_DESTROY_PRE);
    return runtime::DestroyStream(stream, true);
}

aclError aclrtSetStreamFailureMode(aclrtStream stream, uint64_t mode) {
    if (mode != ACL_CONTINUE_ON_FAILURE && mode != ACL_STOP_ON_FAILURE) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "unknown stream failure mode %llu",
                    static_cast<unsigned long long>(mode));
    }
    if (stream == nullptr && platform::CurrentSoc().arch < 220) {
        return Fail(ACL_ERROR_INVALID_PARAM,
                    "the failure mode of the default stream cannot be set on %s",
                    platform::CurrentSoc().soc_version.c_str());
    }
    int code = 0;
    const auto live_stream = runtime::FindStream(stream, &code);
    if (live_stream == nullptr) {
        return code;
    }
    if (mode == ACL_STOP_ON_FAILURE) {
        live_stream->StopOnFailure();
    } else if (live_stream->stops_on_failure()) {
        return Fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                    "stream %d stops on failure: that cannot be taken back", live_stream->id());
    }
    return ACL_SUCCESS;
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
    const auto live_stream = runtime::FindStream(stream, &code);
    if (live_stream == nullptr) {
        return code;
    }
    *status = live_stream->Idle() ? ACL_STREAM_STATUS_COMPLETE : ACL_STREAM_STATUS_NOT_READY;
    std::string text;
    const int failure = live_stream->failure_mode().failure(&text);
    return failure == 0 ? ACL_SUCCESS : runtime::FailText(failure, text);
}

aclError aclrtStreamAbort(aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(stream);
    return WithStream(stream, [&](runtime::Stream& live_stream) { live_stream.DiscardQueued(); });
}

aclError aclrtStreamGetId(aclrtStream stream, int32_t* streamId) {
    ACL_REQUIRE_NOT_NULL(streamId);
    return WithStream(stream, [&](runtime::Stream& live_stream) { *streamId = live_stream.id(); });
}

aclError aclrtGetThreadLastTaskId(uint32_t* taskId) {
    ACL_REQUIRE_NOT_NULL(taskId);
    *taskId = runtime::LastTaskIdOfThread();
    return ACL_SUCCESS;
}

aclError aclrtStreamGetPriority(aclrtStream stream, uint32_t* priority) {
    ACL_REQUIRE_NOT_NULL(priority);
    return WithStream(stream,
                      [&](runtime::Stream& live_stream) { *priority = live_stream.priority; });
}

aclError aclrtStreamGetFlags(aclrtStream stream, uint32_t* flags) {
    ACL_REQUIRE_NOT_NULL(flags);
    return WithStream(stream, [&](runtime::Stream& live_stream) { *flags = live_stream.flags(); });
}

aclError aclrtGetStreamAvailableNum(uint32_t* streamCount) {
    ACL_REQUIRE_NOT_NULL(streamCount);
    int code = 0;
    if (runtime::CurrentContext(&code) != nullptr) {
        const size_t most = runtime::kMaxStreams * runtime::Process::Get().device_count();
        const size_t used = runtime::Process::Get().streams.size();
        *streamCount = static_cast<uint32_t>(most - std::min(most, used));
    }
    return code;
}

aclError aclrtSetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType,
                                 aclrtStreamAttrValue* value) {
    ACL_REQUIRE_NOT_NULL(value);
    int code = 0;
    const auto live_stream = runtime::FindStream(stream, &code);
    if (live_stream == nullptr) {
        return code;
    }
    bool good = true;
    switch (stmAttrType) {
        case ACL_STREAM_ATTR_FAILURE_MODE:
            return aclrtSetStreamFailureMode(stream, value->failureMode);
        case ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK:
            return aclrtSetStreamOverflowSwitch(stream, value->overflowSwitch);
        case ACL_STREAM_ATTR_USER_CUSTOM_TAG:
            live_stream->custom_tag = value->userCustomTag;
            break;
        case ACL_STREAM_ATTR_CACHE_OP_INFO:
            good = value->cacheOpInfoSwitch <= 1;
            live_stream->cache_op_info =
                good ? value->cacheOpInfoSwitch : live_stream->cache_op_info.load();
            break;
        case ACL_STREAM_ATTR_PRIORITY:
            good = value->streamPriority <= kMaxPriority;
            live_stream->priority = good ? value->streamPriority : live_stream->priority.load();
            break;
        default:
            good = false;
    }
    return good ? ACL_SUCCESS
                : Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: attribute %d is unknown or cannot be 0x%x",
                       __func__, stmAttrType, value->reserve[0]);
}

aclError aclrtGetStreamAttribute(aclrtStream stream, aclrtStreamAttr stmAttrType,
                                 aclrtStreamAttrValue* value) {
    ACL_REQUIRE_NOT_NULL(value);
    int code = 0;
    const auto live_stream = runtime::FindStream(stream, &code);
    if (live_stream == nullptr) {
        return code;
    }
    memset(value, 0, sizeof(*value));
    switch (stmAttrType) {
        case ACL_STREAM_ATTR_FAILURE_MODE:
            value->failureMode =
                live_stream->stops_on_failure() ? ACL_STOP_ON_FAILURE : ACL_CONTINUE_ON_FAILURE;
            return ACL_SUCCESS;
        case ACL_STREAM_ATTR_FLOAT_OVERFLOW_CHECK:
            value->overflowSwitch = live_stream->overflow_switch;
            return ACL_SUCCESS;
        case ACL_STREAM_ATTR_USER_CUSTOM_TAG:
            value->userCustomTag = live_stream->custom_tag;
            return ACL_SUCCESS;
        case ACL_STREAM_ATTR_CACHE_OP_INFO:
            value->cacheOpInfoSwitch = live_stream->cache_op_info;
            return ACL_SUCCESS;
        case ACL_STREAM_ATTR_PRIORITY:
            value->streamPriority = live_stream->priority;
            return ACL_SUCCESS;
        default:
            return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: unknown attribute %d", __func__,
                        stmAttrType);
    }
}

aclError aclrtSetStreamOverflowSwitch(aclrtStream stream, uint32_t flag) {
    if (flag > 1) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: flag %u is neither 0 nor 1", __func__, flag);
    }
    return WithStream(stream,
                      [&](runtime::Stream& live_stream) { live_stream.overflow_switch = flag; });
}

aclError aclrtGetStreamOverflowSwitch(aclrtStream stream, uint32_t* flag) {
    ACL_REQUIRE_NOT_NULL(flag);
    return WithStream(stream,
                      [&](runtime::Stream& live_stream) { *flag = live_stream.overflow_switch; });
}
}
