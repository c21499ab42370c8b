// acl_rt.h: events.
#include <chrono>

#include "acl/acl_rt.h"
#include "acl/check.h"
#include "runtime/context.h"

using runtime::Event;
using runtime::Fail;
using runtime::Process;

namespace {

constexpr uint32_t kEventFlags = ACL_EVENT_SYNC | ACL_EVENT_CAPTURE_STREAM_PROGRESS |
                                 ACL_EVENT_TIME_LINE | ACL_EVENT_DEVICE_USE_ONLY |
                                 ACL_EVENT_EXTERNAL | ACL_EVENT_IPC;

int CreateEvent(aclrtEvent* event, uint32_t flags, bool complete_unless_recorded) {
    if ((flags & ~kEventFlags) != 0) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "unknown event flags 0x%x", flags);
    }
    int code = 0;
    if (runtime::CurrentContext(&code) == nullptr) {
        return code;
    }
    if (Process::Get().events.size() >= runtime::kMaxEvents) {
        return Fail(ACL_ERROR_RT_NO_EVENT_RESOURCE, "a device has no more than %zu events",
                    runtime::kMaxEvents);
    }
    *event = Process::Get().events.Add(std::make_shared<Event>(flags, complete_unless_recorded));
    return ACL_SUCCESS;
}

std::shared_ptr<Event> FindEvent(const void* handle, int* code) {
    std::shared_ptr<Event> event = Process::Get().events.Find(handle);
    *code = event != nullptr ? 0
                             : Fail(ACL_ERROR_RT_INVALID_HANDLE,
                                    "event %p does not exist or was destroyed", handle);
    return event;
}

/// The event and the stream of a call; either null with `*code` set.
bool FindBoth(aclrtEvent event_handle, aclrtStream stream_handle, std::shared_ptr<Event>* event,
              std::shared_ptr<runtime::Stream>* stream, int* code) {
    *event = FindEvent(event_handle, code);
    if (*event == nullptr) {
        return false;
    }
    *stream = runtime::FindStream(stream_handle, code);
    return *stream != nullptr;
}

/// The same for what asks whether the event has happened: not what a capture recorded.
std::shared_ptr<Event> FindRealEvent(const void* handle, int* code) {
    std::shared_ptr<Event> event = FindEvent(handle, code);
    if (event != nullptr && event->IsCaptured()) {
        *code = Fail(ACL_ERROR_RT_EVENT_CAPTURED,
                     "the event's record is being captured and does not happen now");
        return nullptr;
    }
    return event;
}

/// The same for events that aclrtCreateEventExWithFlag did not make.
std::shared_ptr<Event> FindPlainEvent(const char* function, const void* handle, int* code) {
    std::shared_ptr<Event> event = FindRealEvent(handle, code);
    if (event != nullptr && event->complete_unless_recorded()) {
        *code = Fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                     "%s: events made by aclrtCreateEventExWithFlag are not for it; call "
                     "aclrtQueryEventStatus",
                     function);
        return nullptr;
    }
    return event;
}

constexpr uint32_t kExternalUse = 1;  // ACL_EVENT_RECORD_EXTERNAL, ACL_EVENT_WAIT_EXTERNAL
static_assert(ACL_EVENT_RECORD_EXTERNAL == kExternalUse && ACL_EVENT_WAIT_EXTERNAL == kExternalUse,
              "one constant for both");

/// Rejects an unknown use of an event, and one that others see outside of a capture.
int CheckUse(const char* function, uint32_t flag, const Event& event,
             const runtime::Stream& stream) {
    if (flag > kExternalUse) {
        return Fail(ACL_ERROR_INVALID_PARAM, "%s: unknown flag 0x%x", function, flag);
    }
    if (flag == kExternalUse && stream.recorder() == nullptr) {
        return Fail(ACL_ERROR_RT_STREAM_NOT_CAPTURED,
                    "%s: the work of stream %d is not being captured, so others see its events "
                    "anyway: the flag must be 0",
                    function, stream.id());
    }
    if (flag == kExternalUse &&
        (event.flags() != ACL_EVENT_SYNC || !event.complete_unless_recorded())) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID,
                    "%s: the event must be made by aclrtCreateEventExWithFlag with ACL_EVENT_SYNC",
                    function);
    }
    return ACL_SUCCESS;
}

/// Rejects events that were made for no other stream.
int CheckWaitable(const char* function, const Event& event) {
    return (event.flags() & (ACL_EVENT_SYNC | ACL_EVENT_EXTERNAL)) != 0
               ? ACL_SUCCESS
               : Fail(ACL_ERROR_RT_PARAM_INVALID,
                      "%s: the event was created without ACL_EVENT_SYNC", function);
}

int TimeOf(const Event& event, std::chrono::steady_clock::time_point* time) {
    if ((event.flags() & ACL_EVENT_TIME_LINE) == 0) {
        return Fail(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
                    "the event was created without ACL_EVENT_TIME_LINE");
    }
    if (!event.Timestamp(time)) {
        return Fail(ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID,
                    "the event was not recorded, or its record is still to come");
    }
    return ACL_SUCCESS;
}

int SynchronizeEvent(aclrtEvent handle, int32_t timeout_ms) {
    int code = 0;
    const std::shared_ptr<Event> event = FindRealEvent(handle, &code);
    if (event == nullptr || runtime::CurrentContext(&code) == nullptr) {
        return code;
    }
    if (!event->EverRecorded()) {
        return event->complete_unless_recorded()
                   ? ACL_SUCCESS
                   : Fail(ACL_ERROR_RT_PARAM_INVALID,
                          "the event was never recorded: waiting for it would not end");
    }
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(timeout_ms);
    if (!event->WaitOnHost(timeout_ms < 0 ? nullptr : &deadline)) {
        return Fail(ACL_ERROR_RT_EVENT_SYNC_TIMEOUT, "the event did not happen within %d ms",
                    timeout_ms);
    }
    std::string text;
    const int failure = event->FailureOfStream(&text);
    return failure == 0 ? ACL_SUCCESS : runtime::FailText(failure, text);
}

}  // namespace

extern "C" {

aclError aclrtCreateEvent(aclrtEvent* event) {
    ACL_REQUIRE_NOT_NULL(event);
    return CreateEvent(
        event, ACL_EVENT_SYNC | ACL_EVENT_CAPTURE_STREAM_PROGRESS | ACL_EVENT_TIME_LINE, false);
}

aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag) {
    ACL_REQUIRE_NOT_NULL(event);
    return CreateEvent(event, flag, false);
}

aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag) {
    ACL_REQUIRE_NOT_NULL(event);
    return CreateEvent(event, flag, true);
}

aclError aclrtDestroyEvent(aclrtEvent event) {
    ACL_REQUIRE_NOT_NULL(event);
    int code = 0;
    if (FindEvent(event, &code) != nullptr) {
        Process::Get().events.Remove(event);
    }
    return code;
}

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(event);
    int code = 0;
    std::shared_ptr<Event> live_event;
    std::shared_ptr<runtime::Stream> in_stream;
    return FindBoth(event, stream, &live_event, &in_stream, &code)
               ? runtime::ReportRejected(*in_stream, live_event->Record(in_stream))
               : code;
}

aclError aclrtRecordEventWithFlag(aclrtEvent event, aclrtStream stream, uint32_t flag) {
    ACL_REQUIRE_NOT_NULL(event);
    int code = 0;
    std::shared_ptr<Event> live_event;
    std::shared_ptr<runtime::Stream> in_stream;
    if (!FindBoth(event, stream, &live_event, &in_stream, &code) ||
        (code = CheckUse(__func__, flag, *live_event, *in_stream)) != ACL_SUCCESS) {
        return code;
    }
    return runtime::ReportRejected(*in_stream, live_event->Record(in_stream, flag == kExternalUse));
}

aclError aclrtResetEvent(aclrtEvent event, aclrtStream stream) {
    ACL_REQUIRE_NOT_NULL(event);
    int code = 0;
    std::shared_ptr<Event> live_event;
    std::shared_ptr<runtime::Stream> in_stream;
    if (!FindBoth(event, stream, &live_event, &in_stream, &code)) {
        return code;
    }
    if (live_event->complete_unless_recorded()) {
        return Fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                    "events made by aclrtCreateEventExWithFlag cannot be reset");
    }
    return runtime::ReportRejected(*in_stream, live_event->Reset(in_stream));
}

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event) {
    ACL_REQUIRE_NOT_NULL(event);
    int code = 0;
    std::shared_ptr<Event> live_event;
    std::shared_ptr<runtime::Stream> in_stream;
    if (!FindBoth(event, stream, &live_event, &in_stream, &code) ||
        (code = CheckWaitable(__func__, *live_event)) != ACL_SUCCESS) {
        return code;
    }
    return runtime::ReportRejected(*in_stream, live_event->MakeWait(in_stream));
}

aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status) {
    ACL_REQUIRE_NOT_NULL(event);
    ACL_REQUIRE_NOT_NULL(status);
    int code = 0;
    const std::shared_ptr<Event> live_event = FindPlainEvent(__func__, event, &code);
    if (live_event != nullptr) {
        *status = live_event->Complete() ? ACL_EVENT_STATUS_COMPLETE : ACL_EVENT_STATUS_NOT_READY;
    }
    return code;
}

aclError aclrtQueryEventStatus(aclrtEvent event, aclrtEventRecordedStatus* status) {
    ACL_REQUIRE_NOT_NULL(event);
    ACL_REQUIRE_NOT_NULL(status);
    int code = 0;
    const std::shared_ptr<Event> live_event = FindRealEvent(event, &code);
    if (live_event != nullptr) {
        *status = live_event->Complete() ? ACL_EVENT_RECORDED_STATUS_COMPLETE
                                         : ACL_EVENT_RECORDED_STATUS_NOT_READY;
    }
    return code;
}

aclError aclrtQueryEventWaitStatus(aclrtEvent event, aclrtEventWaitStatus* status) {
    ACL_REQUIRE_NOT_NULL(event);
    ACL_REQUIRE_NOT_NULL(status);
    int code = 0;
    const std::shared_ptr<Event> live_event = FindPlainEvent(__func__, event, &code);
    if (live_event != nullptr) {
        *status = live_event->WaitsOver() ? ACL_EVENT_WAIT_STATUS_COMPLETE
                                          : ACL_EVENT_WAIT_STATUS_NOT_READY;
    }
    return code;
}

aclError aclrtSynchronizeEvent(aclrtEvent event) {
    ACL_REQUIRE_NOT_NULL(event);
    return SynchronizeEvent(event, -1);
}

aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout) {
    ACL_REQUIRE_NOT_NULL(event);
    if (timeout < -1) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "a timeout of %d ms: use -1 or more", timeout);
    }
    return SynchronizeEvent(event, timeout);
}

aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent, aclrtEvent endEvent) {
    ACL_REQUIRE_NOT_NULL(ms);
    ACL_REQUIRE_NOT_NULL(startEvent);
    ACL_REQUIRE_NOT_NULL(endEvent);
    int code = 0;
    const std::shared_ptr<Event> start = FindEvent(startEvent, &code);
    const std::shared_ptr<Event> end = start == nullptr ? nullptr : FindEvent(endEvent, &code);
    std::chrono::steady_clock::time_point begin;
    std::chrono::steady_clock::time_point finish;
    if (end == nullptr || (code = TimeOf(*start, &begin)) != 0 ||
        (code = TimeOf(*end, &finish)) != 0) {
        return code;
    }
    if (finish < begin) {
        return Fail(ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL,
                    "the end event happened before the start event");
    }
    *ms = std::chrono::duration<float, std::milli>(finish - begin).count();
    return ACL_SUCCESS;
}

aclError aclrtEventGetTimestamp(aclrtEvent event, uint64_t* timestamp) {
    ACL_REQUIRE_NOT_NULL(event);
    ACL_REQUIRE_NOT_NULL(timestamp);
    int code = 0;
    const std::shared_ptr<Event> live_event = FindEvent(event, &code);
    std::chrono::steady_clock::time_point time;
    if (live_event == nullptr || (code = TimeOf(*live_event, &time)) != 0) {
        return code;
    }
    *timestamp = static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::microseconds>(time.time_since_epoch()).count());
    return ACL_SUCCESS;
}

aclError aclrtStreamWaitEventWithTimeout(aclrtStream stream, aclrtEvent event, int32_t timeout) {
    ACL_REQUIRE_NOT_NULL(event);
    if (timeout < -1 || timeout == 0) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "a timeout of %d ms: use -1 or a positive number",
                    timeout);
    }
    int code = 0;
    std::shared_ptr<Event> live_event;
    std::shared_ptr<runtime::Stream> in_stream;
    if (!FindBoth(event, stream, &live_event, &in_stream, &code) ||
        (code = CheckWaitable(__func__, *live_event)) != ACL_SUCCESS) {
        return code;
    }
    return runtime::ReportRejected(*in_stream, live_event->MakeWait(in_stream, timeout));
}

aclError aclrtStreamWaitEventWithFlag(aclrtStream stream, aclrtEvent event, uint32_t timeout,
                                      uint32_t flag) {
    ACL_REQUIRE_NOT_NULL(event);
    if (timeout > INT32_MAX || (timeout != 0 && flag == kExternalUse)) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%s: a timeout of %u ms", __func__, timeout);
    }
    int code = 0;
    std::shared_ptr<Event> live_event;
    std::shared_ptr<runtime::Stream> in_stream;
    if (!FindBoth(event, stream, &live_event, &in_stream, &code) ||
        (code = CheckUse(__func__, flag, *live_event, *in_stream)) != ACL_SUCCESS ||
        (code = CheckWaitable(__func__, *live_event)) != ACL_SUCCESS) {
        return code;
    }
    const int32_t limit = timeout == 0 ? -1 : static_cast<int32_t>(timeout);
    return runtime::ReportRejected(*in_stream,
                                   live_event->MakeWait(in_stream, limit, flag == kExternalUse));
}

aclError aclrtGetEventId(aclrtEvent event, uint32_t* eventId) {
    ACL_REQUIRE_NOT_NULL(event);
    ACL_REQUIRE_NOT_NULL(eventId);
    int code = 0;
    const std::shared_ptr<Event> live_event = FindEvent(event, &code);
    if (live_event != nullptr) {
        *eventId = live_event->id();
    }
    return code;
}

aclError aclrtGetEventAvailNum(uint32_t* eventCount) {
    ACL_REQUIRE_NOT_NULL(eventCount);
    int code = 0;
    if (runtime::CurrentContext(&code) != nullptr) {
        *eventCount = static_cast<uint32_t>(runtime::kMaxEvents - Process::Get().events.size());
    }
    return code;
}
}
