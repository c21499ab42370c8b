#include "runtime/context.h"

#include <cstdlib>
#include <cstring>

#include "experiment/runtime/runtime/base.h"
#include "platform/platform_infos_factory.h"
#include "platform/soc_table.h"
#include "runtime/capture.h"
#include "runtime/error.h"
#include "runtime/memory_pool.h"
#include "runtime/observed_launch.h"
#include "runtime/observed_memory.h"
#include "runtime/virtual_memory.h"

namespace runtime {
namespace {

constexpr long kMaxDevices = 64;

thread_local void* current_context = nullptr;
std::atomic<int32_t> next_stream_id{1};

void* AddStream(const Context* context, uint32_t priority, uint32_t flags) {
    auto owned = std::make_shared<OwnedStream>();
    owned->stream = std::make_shared<Stream>(context->device()->id(), next_stream_id.fetch_add(1),
                                             context->failure_mode(), priority, flags);
    owned->stream->overflow_mode = Process::Get().overflow_mode;
    owned->context = context;
    return Process::Get().streams.Add(std::move(owned));
}

std::vector<std::pair<void*, std::shared_ptr<OwnedStream>>> StreamsOf(const Context* context) {
    std::vector<std::pair<void*, std::shared_ptr<OwnedStream>>> streams;
    for (auto& entry : Process::Get().streams.All()) {
        if (entry.second->context == context) {
            streams.push_back(std::move(entry));
        }
    }
    return streams;
}

void CloseContext(void* handle) {
    const std::shared_ptr<Context> context = Process::Get().contexts.Remove(handle);
    if (context == nullptr) {
        return;
    }
    for (const auto& entry : StreamsOf(context.get())) {
        entry.second->stream->Wait(entry.second->stream->last_submitted());
        entry.second->stream->Close();
        Process::Get().streams.Remove(entry.first);
    }
}

/// Takes back what the program leaked on a device that nobody uses any more.
void Reclaim(Device* device) {
    for (const auto& entry : Process::Get().physical_memories.All()) {
        if (entry.second->charged() == device) {
            Process::Get().physical_memories.Remove(entry.first);
        }
    }
    ForgetPoolBlocks(device->id());
    device->memory().FreeAll();
    NoteReset(device->id());
}

}  // namespace

Process::Process() {
    long count = 1;
    const char* text = getenv("ASCENDC_DEVICE_COUNT");
    if (text != nullptr) {
        const long configured = strtol(text, nullptr, 10);
        if (configured >= 1 && configured <= kMaxDevices) {
            count = configured;
        }
    }
    for (long id = 0; id < count; ++id) {
        devices_.push_back(std::make_unique<Device>(static_cast<int32_t>(id)));
    }
}

Process& Process::Get() {
    static Process* const process = new Process();
    return *process;
}

Device* Process::device(int32_t id) {
    return id >= 0 && static_cast<size_t>(id) < devices_.size()
               ? devices_[static_cast<size_t>(id)].get()
               : nullptr;
}

Device* Process::DeviceOfAddress(const void* address) {
    for (const auto& device : devices_) {
        if (device->memory().Contains(address)) {
            return device.get();
        }
    }
    return nullptr;
}

void* Context::default_stream() {
    std::lock_guard<std::mutex> lock(mutex_);
    if (default_stream_ == nullptr) {
        default_stream_ = AddStream(this, 0, 0);
    }
    return default_stream_;
}

void* CurrentContextHandle() {
    return current_context;
}

void SetCurrentContextHandle(void* handle) {
    current_context = handle;
}

std::shared_ptr<Context> CurrentContext(int* code) {
    std::shared_ptr<Context> context;
    const int32_t default_device = Process::Get().default_device;
    if (current_context == nullptr && default_device >= 0) {
        (void)SetDevice(default_device);
    }
    if (current_context != nullptr) {
        context = Process::Get().contexts.Find(current_context);
    }
    *code = 0;
    if (context == nullptr) {
        *code = Fail(ACL_ERROR_RT_CONTEXT_NULL,
                     "this thread has no current context: call aclrtSetDevice or "
                     "aclrtSetCurrentContext first");
    }
    return context;
}

std::shared_ptr<Stream> FindStream(const void* handle, int* code) {
    const std::shared_ptr<Context> context = CurrentContext(code);
    if (context == nullptr) {
        return nullptr;
    }
    if (handle == nullptr) {
        handle = context->default_stream();
    }
    const std::shared_ptr<OwnedStream> owned = Process::Get().streams.Find(handle);
    if (owned == nullptr) {
        *code =
            Fail(ACL_ERROR_RT_INVALID_HANDLE, "stream %p does not exist or was destroyed", handle);
        return nullptr;
    }
    if (owned->context != context.get()) {
        *code = Fail(ACL_ERROR_RT_STREAM_CONTEXT,
                     "stream %p belongs to another context than the current one", handle);
        return nullptr;
    }
    return owned->stream;
}

int SubmitTask(const void* handle, std::unique_ptr<Task> task) {
    int code = 0;
    const std::shared_ptr<Stream> stream = FindStream(handle, &code);
    if (stream == nullptr) {
        return code;
    }
    stream->Submit(std::move(task), &code);
    return ReportRejected(*stream, code);
}

int CreateStream(void** handle, uint32_t priority, uint32_t flags) {
    int code = 0;
    const std::shared_ptr<Context> context = CurrentContext(&code);
    if (context == nullptr) {
        return code;
    }
    if (Process::Get().streams.size() >= kMaxStreams * Process::Get().device_count()) {
        return Fail(ACL_ERROR_RT_NO_STREAM_RESOURCE, "a device has no more than %zu streams",
                    kMaxStreams);
    }
    *handle = AddStream(context.get(), priority, flags);
    return 0;
}

int DestroyStream(void* handle, bool discard) {
    int code = 0;
    const std::shared_ptr<Stream> stream = FindStream(handle, &code);
    if (stream == nullptr) {
        return code;
    }
    if ((code = CheckNotCaptured(*stream, "destroy")) != 0) {
        return code;
    }
    if (discard) {
        stream->DiscardQueued();
    } else {
        stream->Wait(stream->last_submitted());
    }
    stream->Close();
    Process::Get().streams.Remove(handle);
    return 0;
}

int SetDevice(int32_t id) {
    Device* device = Process::Get().device(id);
    if (device == nullptr) {
        return Fail(ACL_ERROR_RT_INVALID_DEVICEID,
                    "device %d does not exist, there are %u (ASCENDC_DEVICE_COUNT)", id,
                    Process::Get().device_count());
    }
    std::lock_guard<std::mutex> lock(device->mutex);
    ++device->references;
    if (device->default_context == nullptr) {
        device->default_context =
            Process::Get().contexts.Add(std::make_shared<Context>(device, true));
    }
    SetCurrentContextHandle(device->default_context);
    return 0;
}

int ResetDevice(int32_t id, bool force) {
    Device* device = Process::Get().device(id);
    if (device == nullptr) {
        return Fail(ACL_ERROR_RT_INVALID_DEVICEID, "device %d does not exist", id);
    }
    void* context = nullptr;
    bool last_user = false;
    {
        std::lock_guard<std::mutex> lock(device->mutex);
        if (device->references == 0) {
            return Fail(ACL_ERROR_RT_CONTEXT_RELEASE_ERROR,
                        "device %d is not set: nothing to reset", id);
        }
        device->references = force ? 0 : device->references - 1;
        if (device->references == 0) {
            context = device->default_context;
            device->default_context = nullptr;
            last_user = device->extra_contexts == 0;
        }
    }
    if (context != nullptr) {
        CloseContext(context);
        if (last_user) {
            Reclaim(device);
        }
    }
    return 0;
}

int CreateContext(void** handle, int32_t id) {
    Device* device = Process::Get().device(id);
    if (device == nullptr) {
        return Fail(ACL_ERROR_RT_INVALID_DEVICEID, "device %d does not exist", id);
    }
    {
        std::lock_guard<std::mutex> lock(device->mutex);
        ++device->extra_contexts;
    }
    *handle = Process::Get().contexts.Add(std::make_shared<Context>(device, false));
    SetCurrentContextHandle(*handle);
    return 0;
}

int DestroyContext(void* handle) {
    const std::shared_ptr<Context> context = Process::Get().contexts.Find(handle);
    if (context == nullptr || context->is_default()) {
        return Fail(ACL_ERROR_RT_CONTEXT_NULL, "context %p %s", handle,
                    context == nullptr
                        ? "does not exist or was destroyed"
                        : "is a device's default context, which only aclrtResetDevice ends");
    }
    CloseContext(handle);
    if (current_context == handle) {
        current_context = nullptr;
    }
    Device* device = context->device();
    bool last_user = false;
    {
        std::lock_guard<std::mutex> lock(device->mutex);
        --device->extra_contexts;
        last_user = device->extra_contexts == 0 && device->references == 0;
    }
    if (last_user) {
        Reclaim(device);
    }
    return 0;
}

namespace {

/// How long the host waits for streams. A negative length has no end.
class Patience {
public:
    explicit Patience(int32_t milliseconds)
        : length_(milliseconds), end_(std::chrono::steady_clock::now() + length_) {}

    bool WaitFor(Stream* stream, uint64_t sequence) {
        if (length_.count() < 0) {
            stream->Wait(sequence);
            return true;
        }
        while (!stream->WaitUntil(sequence, end_)) {
            // Instrumented launches take many times as long, which is not the program's fault.
            const Stream::Deadline end = LastObserved() + length_;
            if (end <= end_) {
                return false;
            }
            end_ = end;
        }
        return true;
    }

private:
    const std::chrono::milliseconds length_;
    Stream::Deadline end_;
};

/// `reported` is the text that was reported last: the failure that stopped a context is every
/// stream's.
int WaitAndReport(const std::shared_ptr<Stream>& stream, Patience* patience,
                  std::string* reported) {
    if (!patience->WaitFor(stream.get(), stream->last_submitted())) {
        return Fail(ACL_ERROR_RT_STREAM_SYNC_TIMEOUT, "stream %d was not done in time",
                    stream->id());
    }
    std::string text;
    const int failure = stream->TakeFailure(&text);
    if (failure != 0 && text != *reported) {
        FailText(failure, text);
        *reported = text;
    }
    return failure;
}

}  // namespace

void WaitForDevice(int32_t id) {
    for (const auto& entry : Process::Get().streams.All()) {
        Stream& stream = *entry.second->stream;
        if (stream.device() == id) {
            stream.Wait(stream.last_submitted());
        }
    }
}

int SynchronizeStream(const void* handle, int32_t timeout_ms) {
    int code = 0;
    const std::shared_ptr<Stream> stream = FindStream(handle, &code);
    if (stream == nullptr) {
        return code;
    }
    if ((code = CheckNotCaptured(*stream, "synchronise")) != 0) {
        return code;
    }
    Patience patience(timeout_ms);
    std::string reported;
    code = WaitAndReport(stream, &patience, &reported);
    TrimPoolsOf(stream->device());
    return code;
}

int SynchronizeContext(int32_t timeout_ms) {
    int code = 0;
    const std::shared_ptr<Context> context = CurrentContext(&code);
    if (context == nullptr) {
        return code;
    }
    Patience patience(timeout_ms);
    std::string reported;
    for (const auto& entry : StreamsOf(context.get())) {
        const int result = WaitAndReport(entry.second->stream, &patience, &reported);
        code = code == 0 ? result : code;
    }
    return code;
}

}  // namespace runtime

extern "C" int32_t rtGetSocVersion(char* version, uint32_t max_len) {
    const std::string& name = platform::CurrentSoc().soc_version;
    if (version == nullptr || name.size() >= max_len) {
        return ACL_ERROR_RT_PARAM_INVALID;
    }
    memcpy(version, name.c_str(), name.size() + 1);
    return 0;
}

extern "C" rtError_t rtGetSocSpec(const char* label, const char* key, char* val,
                                  const uint32_t maxLen) {
    std::string value;
    const bool is_known =
        label != nullptr && key != nullptr && val != nullptr &&
        platform::InfosOf(platform::CurrentSoc()).GetPlatformRes(label, key, value);
    if (!is_known || value.size() >= maxLen) {
        return ACL_ERROR_RT_PARAM_INVALID;
    }
    memcpy(val, value.c_str(), value.size() + 1);
    return RT_ERROR_NONE;
}

extern "C" int32_t rtSetSocVersion(const char* version) {
    const bool is_set = version != nullptr && platform::SetCurrentSoc(version);
    return is_set ? 0 : ACL_ERROR_RT_PARAM_INVALID;
}

extern "C" int32_t rtGetC2cCtrlAddr(uint64_t* addr, uint32_t* len) {
    if (addr == nullptr || len == nullptr) {
        return ACL_ERROR_RT_PARAM_INVALID;
    }
    *addr = 0;
    *len = 0;
    return 0;
}
