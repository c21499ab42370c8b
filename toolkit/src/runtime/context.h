// Devices, contexts and the state of the process and its threads.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "runtime/device_memory.h"
#include "runtime/event.h"
#include "runtime/graph.h"
#include "runtime/handle_table.h"
#include "runtime/stream.h"

namespace runtime {

class Binary;
class CountNotify;
class Device;
class Notify;
class PhysicalMemory;
struct Function;

/// Streams live in a context; the context of a thread says where its calls go.
class Context {
public:
    Context(Device* device, bool is_default) : device_(device), is_default_(is_default) {}

    Device* device() const { return device_; }
    bool is_default() const { return is_default_; }

    /// Made on first use.
    void* default_stream();

    const std::shared_ptr<FailureMode>& failure_mode() const { return failure_mode_; }

    std::mutex options_mutex;
    std::map<int, int64_t> options;  ///< aclrtCtxSetSysParamOpt

private:
    const std::shared_ptr<FailureMode> failure_mode_ = std::make_shared<FailureMode>();
    Device* const device_;
    const bool is_default_;
    std::mutex mutex_;
    void* default_stream_ = nullptr;
};

/// One simulated device.
class Device {
public:
    explicit Device(int32_t id) : id_(id), memory_(id, DeviceMemoryCapacity()) {}

    int32_t id() const { return id_; }
    DeviceMemory& memory() { return memory_; }

    std::mutex mutex;         ///< guards what follows
    uint32_t references = 0;  ///< aclrtSetDevice minus aclrtResetDevice
    void* default_context = nullptr;
    uint32_t extra_contexts = 0;                        ///< made by aclrtCreateContext
    std::atomic<uint32_t> core_limits[2] = {{0}, {0}};  ///< by aclrtDevResLimitType; 0 = none

private:
    const int32_t id_;
    DeviceMemory memory_;
};

/// A stream together with the context that it belongs to.
struct OwnedStream {
    std::shared_ptr<Stream> stream;
    const Context* context;
};

/// Everything that handles lead to. Never destroyed: workers may still run when the process ends.
class Process {
public:
    static Process& Get();

    uint32_t device_count() const { return static_cast<uint32_t>(devices_.size()); }
    /// Null for a bad id.
    Device* device(int32_t id);
    /// The device whose address range holds `address`, or null for host memory.
    Device* DeviceOfAddress(const void* address);

    HandleTable<Context> contexts{0x11};
    HandleTable<OwnedStream> streams{0x12};
    HandleTable<Event> events{0x13};
    HandleTable<Binary> binaries{0x14};
    HandleTable<Function> functions{0x15};
    HandleTable<PhysicalMemory> physical_memories{0x16};
    HandleTable<Notify> notifies{0x17};
    HandleTable<Graph> graphs{0x18};
    HandleTable<CountNotify> count_notifies{0x1B};

    /// Default time limit of kernels in microseconds (aclrtSetOpExecuteTimeOut), 0 = none.
    std::atomic<uint64_t> kernel_timeout_us{0};
    /// aclrtSetDeviceSatMode, of streams that are made from then on; -1: what the SoC does. Of the
    /// process, since programs set it before any device.
    std::atomic<int> overflow_mode{-1};
    /// Device of threads that set none, as the configuration of aclInit says; -1: none.
    std::atomic<int32_t> default_device{-1};
    std::mutex options_mutex;
    std::map<int, int64_t> options;  ///< aclrtSetSysParamOpt

private:
    Process();
    std::vector<std::unique_ptr<Device>> devices_;
};

/// The calling thread's context; null (and 107002 reported in `*code`) without one.
std::shared_ptr<Context> CurrentContext(int* code);
void* CurrentContextHandle();
void SetCurrentContextHandle(void* handle);

/// The stream a handle stands for: null means the current context's default stream. Codes 107002,
/// 107017, 107003.
std::shared_ptr<Stream> FindStream(const void* handle, int* code);

/// Appends a task to the stream of `handle`; reports and returns any error.
int SubmitTask(const void* handle, std::unique_ptr<Task> task);

/// The capacities of a device, those of the SoCs of generation 220.
constexpr size_t kMaxStreams = 1984;
constexpr size_t kMaxEvents = 65536;
constexpr size_t kMaxNotifies = 8192;

/// Creates a stream in the current context; 207008 if there are too many.
int CreateStream(void** handle, uint32_t priority = 0, uint32_t flags = 0);
/// Waits for the queued work, or discards it.
int DestroyStream(void* handle, bool discard);

int SetDevice(int32_t id);
int ResetDevice(int32_t id, bool force);
int CreateContext(void** handle, int32_t device);
int DestroyContext(void* handle);
/// Waits for all work of a device's current context streams. A negative timeout waits forever.
int SynchronizeContext(int32_t timeout_ms);
/// Waits for the work that all contexts of the device have queued so far; failures stay with their
/// streams.
void WaitForDevice(int32_t id);
int SynchronizeStream(const void* handle, int32_t timeout_ms);

}  // namespace runtime

extern "C" {
/// Long name of the simulated SoC: copies at most `max_len` bytes with the terminating zero; 0 or
/// 107000.
int32_t rtGetSocVersion(char* version, uint32_t max_len);
/// Programs of the model choose the part that is simulated; 107000 if the name is unknown.
int32_t rtSetSocVersion(const char* version);
/// The memory that cores of mixed kernels synchronise by on devices that need one: here none, of
/// length 0. 107000 if a pointer is null.
int32_t rtGetC2cCtrlAddr(uint64_t* addr, uint32_t* len);
}
