#include "runtime/ipc_memory.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/shared_memory.h"

namespace runtime {
namespace {

struct OpenBuffer {
    std::shared_ptr<SharedMemory> memory;
    Device* device;
    void* imported_at;  ///< null in the process that exported it
};

struct OpenBuffers {
    std::mutex mutex;
    std::multimap<std::string, OpenBuffer> by_key;

    static OpenBuffers& Get() {
        static OpenBuffers* const buffers = new OpenBuffers();
        return *buffers;
    }
};

int UnknownKey(const char* key) {
    return Fail(ACL_ERROR_RT_PARAM_INVALID, "\"%.64s\" is no key of memory that is open here", key);
}

void EndImport(const OpenBuffer& buffer) {
    buffer.device->memory().Unmap(buffer.imported_at);
    buffer.device->memory().ReleaseAddresses(buffer.imported_at);
}

}  // namespace

int ExportBuffer(const void* address, size_t size, bool any_process, char* key, size_t key_bytes) {
    Device* const device = Process::Get().DeviceOfAddress(address);
    void* start = nullptr;
    size_t usable = 0;
    if (device == nullptr || !device->memory().BufferAt(address, &start, &usable) ||
        start != address || size > usable) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID,
                    "%p with %zu bytes is not the start of an allocated device buffer", address,
                    size);
    }
    std::string error;
    // Space for the slack and the rest of the last page.
    const auto memory =
        SharedMemory::Create(usable + (size_t{128} << 10), {{usable, 0, 0, 0}}, &error);
    if (memory == nullptr) {
        return FailText(ACL_ERROR_RT_MEMORY_ALLOCATION, error);
    }
    if (!device->memory().Share(address, memory->fd(), memory)) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "buffer %p is shared already", address);
    }
    memory->Publish(any_process);
    snprintf(key, key_bytes, "ascendc-%016" PRIx64, memory->token());
    OpenBuffers& open = OpenBuffers::Get();
    std::lock_guard<std::mutex> lock(open.mutex);
    open.by_key.emplace(key, OpenBuffer{memory, device, nullptr});
    return 0;
}

int AllowBufferImport(const char* key, const int32_t* pids, size_t count) {
    OpenBuffers& open = OpenBuffers::Get();
    std::lock_guard<std::mutex> lock(open.mutex);
    const auto entry = open.by_key.find(key);
    if (entry == open.by_key.end()) {
        return UnknownKey(key);
    }
    return entry->second.memory->Allow(pids, count)
               ? 0
               : Fail(ACL_ERROR_RT_PARAM_INVALID, "too many processes: %zu", count);
}

int ImportBuffer(const char* key, void** address) {
    int code = 0;
    const std::shared_ptr<Context> context = CurrentContext(&code);
    if (context == nullptr) {
        return code;
    }
    uint64_t token = 0;
    char more = 0;
    if (sscanf(key, "ascendc-%" SCNx64 "%c", &token, &more) != 1) {
        return UnknownKey(key);
    }
    std::string error;
    const std::shared_ptr<SharedMemory> memory = SharedMemory::Open(token, &error);
    if (memory == nullptr) {
        return FailText(ACL_ERROR_RT_PARAM_INVALID, error);
    }
    Device* const device = context->device();
    void* const at = device->memory().ReserveAddresses(memory->size(), nullptr);
    if (at == nullptr || !device->memory().Map(at, memory->size(), memory->fd(), memory)) {
        return Fail(ACL_ERROR_RT_MEMORY_ALLOCATION, "no addresses are left for %zu bytes",
                    memory->size());
    }
    *address = at;
    OpenBuffers& open = OpenBuffers::Get();
    std::lock_guard<std::mutex> lock(open.mutex);
    open.by_key.emplace(key, OpenBuffer{memory, device, at});
    return 0;
}

int CloseBuffer(const char* key) {
    OpenBuffers& open = OpenBuffers::Get();
    std::lock_guard<std::mutex> lock(open.mutex);
    auto [first, last] = open.by_key.equal_range(key);
    if (first == last) {
        return UnknownKey(key);
    }
    // What was imported goes before what was exported.
    const auto entry = std::prev(last);
    if (entry->second.imported_at != nullptr) {
        EndImport(entry->second);
    }
    open.by_key.erase(entry);
    return 0;
}

int EndExport(const char* key) {
    OpenBuffers& open = OpenBuffers::Get();
    std::lock_guard<std::mutex> lock(open.mutex);
    const auto [first, last] = open.by_key.equal_range(key);
    const auto entry = std::find_if(
        first, last, [](const auto& buffer) { return buffer.second.imported_at == nullptr; });
    if (entry == last) {
        return UnknownKey(key);
    }
    open.by_key.erase(entry);
    return 0;
}

int CloseImport(const void* address) {
    OpenBuffers& open = OpenBuffers::Get();
    std::lock_guard<std::mutex> lock(open.mutex);
    const auto entry = std::find_if(
        open.by_key.begin(), open.by_key.end(),
        [address](const auto& buffer) { return buffer.second.imported_at == address; });
    if (address == nullptr || entry == open.by_key.end()) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "%p is no memory that was opened by a name",
                    address);
    }
    EndImport(entry->second);
    open.by_key.erase(entry);
    return 0;
}

}  // namespace runtime
