// acl_rt.h: callbacks in streams, of failures, and of what happens to devices and streams.
#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "acl/acl_rt.h"
#include "acl/check.h"
#include "acl/exception_info.h"
#include "acl/state_callbacks.h"
#include "runtime/callbacks.h"
#include "runtime/context.h"

using runtime::Fail;

namespace {

/// Functions that are called for each task that fails.
struct ExceptionCallbacks {
    std::mutex mutex;
    aclrtExceptionInfoCallback single = nullptr;  ///< of aclrtSetExceptionInfoCallback
    std::vector<aclrtExceptionInfoCallback> registered;

    static ExceptionCallbacks& Get() {
        static ExceptionCallbacks* const callbacks = new ExceptionCallbacks();
        return *callbacks;
    }
    std::vector<aclrtExceptionInfoCallback>::iterator Find(aclrtExceptionInfoCallback callback) {
        return std::find(registered.begin(), registered.end(), callback);
    }
    /// Has failures reported while there is someone to call.
    void Connect();
};

void CallExceptionCallbacks(const runtime::TaskFailure& failure) {
    ExceptionCallbacks& callbacks = ExceptionCallbacks::Get();
    std::vector<aclrtExceptionInfoCallback> all;
    {
        std::lock_guard<std::mutex> lock(callbacks.mutex);
        all = callbacks.registered;
        if (callbacks.single != nullptr) {
            all.push_back(callbacks.single);
        }
    }
    rtExceptionInfo info{failure};
    for (const aclrtExceptionInfoCallback callback : all) {
        callback(&info);
    }
}

void ExceptionCallbacks::Connect() {
    const bool any = single != nullptr || !registered.empty();
    runtime::SetTaskFailureHook(any ? &CallExceptionCallbacks : nullptr);
}

constexpr uint32_t kNoInfo = 0xFFFFFFFF;

/// Runs a function of the program, on the stream's own thread.
class HostFunctionTask : public runtime::Task {
public:
    HostFunctionTask(aclrtHostFunc function, void* args) : function_(function), args_(args) {}

    int Run(runtime::Stream*, std::string*) override {
        function_(args_);
        return ACL_SUCCESS;
    }
    bool NeedsWorker() const override { return true; }

private:
    aclrtHostFunc function_;
    void* args_;
};

/// Callbacks of one kind, by the names they were registered under.
template <typename Callback>
class NamedCallbacks {
public:
    int Set(const char* function, const char* name, Callback callback, void* args) {
        ACL_REQUIRE_NOT_NULL(name);
        std::lock_guard<std::mutex> lock(mutex_);
        if (callback == nullptr) {
            by_name_.erase(name);
            return ACL_SUCCESS;
        }
        if (!by_name_.emplace(name, Entry{callback, args}).second) {
            return Fail(ACL_ERROR_INVALID_PARAM, "%s: the name \"%s\" is in use", function, name);
        }
        return ACL_SUCCESS;
    }

    template <typename Call>
    void ForEach(const Call& call) const {
        std::map<std::string, Entry> entries;
        {
            std::lock_guard<std::mutex> lock(mutex_);
            entries = by_name_;
        }
        for (const auto& entry : entries) {
            call(entry.second.callback, entry.second.args);
        }
    }

    static NamedCallbacks& Get() {
        static NamedCallbacks* const callbacks = new NamedCallbacks();
        return *callbacks;
    }

private:
    struct Entry {
        Callback callback;
        void* args;
    };
    mutable std::mutex mutex_;
    std::map<std::string, Entry> by_name_;
};

}  // namespace

namespace acl {

void NotifyTaskAbort(int32_t device, aclrtDeviceTaskAbortStage stage, uint32_t timeout) {
    NamedCallbacks<aclrtDeviceTaskAbortCallback>::Get().ForEach(
        [&](aclrtDeviceTaskAbortCallback callback, void* args) {
            callback(device, stage, timeout, args);
        });
}

void NotifyDeviceState(int32_t device, aclrtDeviceState state) {
    NamedCallbacks<aclrtDeviceStateCallback>::Get().ForEach(
        [&](aclrtDeviceStateCallback callback, void* args) { callback(device, state, args); });
}

void NotifyStreamState(aclrtStream stream, aclrtStreamState state) {
    NamedCallbacks<aclrtStreamStateCallback>::Get().ForEach(
        [&](aclrtStreamStateCallback callback, void* args) { callback(stream, state, args); });
}

}  // namespace acl

extern "C" {

aclError aclrtLaunchHostFunc(aclrtStream stream, aclrtHostFunc fn, void* args) {
    ACL_REQUIRE_NOT_NULL(fn);
    return runtime::SubmitTask(stream, std::make_unique<HostFunctionTask>(fn, args));
}

aclError aclrtSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream) {
    return aclrtSubscribeReport(hostFuncThreadId, exeStream);
}

aclError aclrtProcessHostFunc(int32_t timeout) {
    return aclrtProcessReport(timeout);
}

aclError aclrtUnSubscribeHostFunc(uint64_t hostFuncThreadId, aclrtStream exeStream) {
    return aclrtUnSubscribeReport(hostFuncThreadId, exeStream);
}

aclError aclrtSetDeviceTaskAbortCallback(const char* regName, aclrtDeviceTaskAbortCallback callback,
                                         void* args) {
    return NamedCallbacks<aclrtDeviceTaskAbortCallback>::Get().Set(__func__, regName, callback,
                                                                   args);
}

aclError aclrtRegDeviceStateCallback(const char* regName, aclrtDeviceStateCallback callback,
                                     void* args) {
    return NamedCallbacks<aclrtDeviceStateCallback>::Get().Set(__func__, regName, callback, args);
}

aclError aclrtRegStreamStateCallback(const char* regName, aclrtStreamStateCallback callback,
                                     void* args) {
    return NamedCallbacks<aclrtStreamStateCallback>::Get().Set(__func__, regName, callback, args);
}

aclError aclrtGetFuncHandleFromExceptionInfo(const aclrtExceptionInfo* info, void** func) {
    ACL_REQUIRE_NOT_NULL(info);
    ACL_REQUIRE_NOT_NULL(func);
    *func = info->failure.function;
    return ACL_SUCCESS;
}

aclError aclrtGetArgsFromExceptionInfo(const aclrtExceptionInfo* info, void** devArgsPtr,
                                       uint32_t* devArgsLen) {
    ACL_REQUIRE_NOT_NULL(info);
    ACL_REQUIRE_NOT_NULL(devArgsPtr);
    ACL_REQUIRE_NOT_NULL(devArgsLen);
    *devArgsPtr = info->failure.args;
    *devArgsLen = info->failure.args_size;
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
    ExceptionCallbacks& callbacks = ExceptionCallbacks::Get();
    std::lock_guard<std::mutex> lock(callbacks.mutex);
    callbacks.single = callback;
    callbacks.Connect();
    return ACL_SUCCESS;
}

aclError aclrtExceptionInfoCallbackRegister(aclrtExceptionInfoCallback callback) {
    ACL_REQUIRE_NOT_NULL(callback);
    ExceptionCallbacks& callbacks = ExceptionCallbacks::Get();
    std::lock_guard<std::mutex> lock(callbacks.mutex);
    if (callbacks.Find(callback) == callbacks.registered.end()) {
        callbacks.registered.push_back(callback);
    }
    callbacks.Connect();
    return ACL_SUCCESS;
}

aclError aclrtExceptionInfoCallbackUnregister(aclrtExceptionInfoCallback callback) {
    ACL_REQUIRE_NOT_NULL(callback);
    ExceptionCallbacks& callbacks = ExceptionCallbacks::Get();
    std::lock_guard<std::mutex> lock(callbacks.mutex);
    const auto registration = callbacks.Find(callback);
    if (registration != callbacks.registered.end()) {
        callbacks.registered.erase(registration);
    }
    callbacks.Connect();
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
