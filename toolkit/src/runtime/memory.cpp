#include "runtime/memory.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "acl/acl_rt.h"
#include "runtime/capture.h"
#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/launch_results.h"
#include "runtime/memory_contents.h"
#include "runtime/observed_memory.h"

namespace runtime {
namespace {

constexpr size_t kHostAlignment = 64;

struct PinnedBuffer {
    size_t size;
    bool registered;  ///< by aclrtHostRegister: the program owns the memory
};

struct PinnedMemory {
    std::mutex mutex;
    std::map<uintptr_t, PinnedBuffer> buffers;

    static PinnedMemory& Get() {
        static PinnedMemory* const memory = new PinnedMemory();
        return *memory;
    }
};

/// A copy or fill of rectangles; checks its addresses again when it runs, since buffers may have
/// been freed.
class TransferTask : public Task {
public:
    TransferTask(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                 size_t height)
        : to_(to),
          to_pitch_(to_pitch),
          from_(from),
          from_pitch_(from_pitch),
          width_(width),
          height_(height) {}
    TransferTask(void* to, int value, size_t count)
        : to_(to),
          to_pitch_(count),
          from_(nullptr),
          from_pitch_(0),
          width_(count),
          height_(1),
          value_(value) {}

    std::string Name() const override { return from_ == nullptr ? "fill" : "copy"; }

    int Run(Stream*, std::string* error) override {
        const size_t to_span = (height_ - 1) * to_pitch_ + width_;
        const size_t from_span = (height_ - 1) * from_pitch_ + width_;
        NoteUse(to_);
        NoteUse(from_);
        if (!IsUsable(to_, to_span) || (from_ != nullptr && !IsUsable(from_, from_span))) {
            *error = "asynchronous transfer: a device buffer was freed before the transfer ran";
            return ACL_ERROR_RT_DEVICE_MEM_ERROR;
        }
        CompareResults(from_, from_span);
        for (size_t row = 0; row < height_; ++row) {
            char* to = static_cast<char*>(to_) + row * to_pitch_;
            if (from_ == nullptr) {
                memset(to, value_, width_);
            } else {
                memmove(to, static_cast<const char*>(from_) + row * from_pitch_, width_);
            }
            NoteHostWrite(to, width_);
        }
        return 0;
    }

private:
    void* to_;
    size_t to_pitch_;
    const void* from_;
    size_t from_pitch_;
    size_t width_;
    size_t height_;
    int value_ = 0;
};

int CheckCopy(const void* to, size_t to_size, const void* from, size_t count, int kind) {
    if (to == nullptr || from == nullptr) {
        return Fail(ACL_ERROR_INVALID_PARAM, "copy of %zu bytes: %s is NULL", count,
                    to == nullptr ? "destination" : "source");
    }
    if (kind < ACL_MEMCPY_HOST_TO_HOST || kind > ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE) {
        return Fail(ACL_ERROR_INVALID_PARAM, "unknown copy kind %d", kind);
    }
    if (count > to_size) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "copy of %zu bytes into a destination of %zu",
                    count, to_size);
    }
    const int code = CheckAddressRange(to, count, "destination");
    return code != 0 ? code : CheckAddressRange(from, count, "source");
}

/// Has the kernels that were launched with the buffer and have not ended keep it, and says so once:
/// on a device it depends on times whether they find it.
void KeepForTasks(const Device& device, const void* address, size_t size,
                  const std::shared_ptr<void>& memory) {
    const uintptr_t begin = reinterpret_cast<uintptr_t>(address);
    for (const auto& entry : Process::Get().streams.All()) {
        Stream& stream = *entry.second->stream;
        const std::string user = stream.device() == device.id() && !stream.Idle()
                                     ? stream.KeepForTasks(begin, size, memory)
                                     : "";
        static std::atomic<bool> is_reported{false};
        if (!user.empty() && !is_reported.exchange(true)) {
            std::fprintf(
                stderr,
                "warning: aclrtFree: kernel %s (device %d, stream %d) got the buffer of %zu "
                "bytes at %p and has not ended. aclrtFree does not wait: an NPU may stop "
                "such a kernel; call aclrtSynchronizeStream before it\n",
                user.c_str(), stream.device(), stream.id(), size, address);
        }
    }
}

}  // namespace

bool IsUsable(const void* address, size_t size) {
    // No memory of a process is half of all addresses, or goes on at their beginning.
    if (size > SIZE_MAX / 2 || reinterpret_cast<uintptr_t>(address) > SIZE_MAX - size) {
        return false;
    }
    Device* device = Process::Get().DeviceOfAddress(address);
    return device == nullptr || device->memory().Covers(address, size);
}

int CheckAddressRange(const void* address, size_t size, const char* name) {
    if (IsUsable(address, size)) {
        return 0;
    }
    return Fail(ACL_ERROR_RT_PARAM_INVALID,
                "%s %p with %zu bytes is not inside an allocated device buffer", name, address,
                size);
}

int MallocDevice(void** address, size_t size) {
    int code = 0;
    const std::shared_ptr<Context> context = CurrentContext(&code);
    if (context == nullptr) {
        return code;
    }
    return MallocDeviceOn(context->device()->id(), address, size);
}

int MallocDeviceOn(int32_t device, void** address, size_t size) {
    DeviceMemory& memory = Process::Get().device(device)->memory();
    *address = memory.Allocate(size);
    if (*address == nullptr) {
        return Fail(
            ACL_ERROR_RT_MEMORY_ALLOCATION,
            "device %d has no space for %zu bytes: %zu of %zu in use (ASCENDC_DEVICE_MEMORY_BYTES)",
            device, size, memory.used(), memory.capacity());
    }
    NoteAllocation(*address, size);
    NoteAllocated(*address, size, device);
    return 0;
}

int FreeDevice(void* address) {
    Device* device = Process::Get().DeviceOfAddress(address);
    void* start = nullptr;
    size_t size = 0;
    if (device != nullptr) {
        device->memory().BufferAt(address, &start, &size);
    }
    const std::shared_ptr<void> memory =
        device == nullptr ? nullptr : device->memory().Free(address);
    const bool live = memory != nullptr;
    NoteFreed(address, live);
    if (live) {
        KeepForTasks(*device, address, size, memory);
    }
    if (!live) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID,
                    "%p is not the start of an allocated device buffer%s", address,
                    device == nullptr ? " (it is not device memory)" : ": freed twice?");
    }
    return 0;
}

int MallocHost(void** address, size_t size) {
    const size_t rounded = (size + kHostAlignment - 1) / kHostAlignment * kHostAlignment;
    *address = rounded < size ? nullptr : aligned_alloc(kHostAlignment, rounded);
    if (*address == nullptr) {
        return Fail(ACL_ERROR_BAD_ALLOC, "no host memory for %zu bytes", size);
    }
    PinnedMemory& pinned = PinnedMemory::Get();
    std::lock_guard<std::mutex> lock(pinned.mutex);
    pinned.buffers[reinterpret_cast<uintptr_t>(*address)] = PinnedBuffer{size, false};
    return 0;
}

int FreeHost(void* address) {
    PinnedMemory& pinned = PinnedMemory::Get();
    {
        std::lock_guard<std::mutex> lock(pinned.mutex);
        const auto buffer = pinned.buffers.find(reinterpret_cast<uintptr_t>(address));
        if (buffer == pinned.buffers.end() || buffer->second.registered) {
            return Fail(ACL_ERROR_RT_PARAM_INVALID,
                        "%p was not allocated by aclrtMallocHost: freed twice?", address);
        }
        pinned.buffers.erase(buffer);
    }
    free(address);
    return 0;
}

int RegisterHost(void* address, size_t size) {
    PinnedMemory& pinned = PinnedMemory::Get();
    std::lock_guard<std::mutex> lock(pinned.mutex);
    if (!pinned.buffers.emplace(reinterpret_cast<uintptr_t>(address), PinnedBuffer{size, true})
             .second) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "host memory %p is registered already", address);
    }
    return 0;
}

int UnregisterHost(void* address) {
    PinnedMemory& pinned = PinnedMemory::Get();
    std::lock_guard<std::mutex> lock(pinned.mutex);
    const auto buffer = pinned.buffers.find(reinterpret_cast<uintptr_t>(address));
    if (buffer == pinned.buffers.end() || !buffer->second.registered) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "host memory %p is not registered", address);
    }
    pinned.buffers.erase(buffer);
    return 0;
}

bool PinnedBefore(const void* address, void** start, size_t* size) {
    PinnedMemory& pinned = PinnedMemory::Get();
    std::lock_guard<std::mutex> lock(pinned.mutex);
    const auto after = pinned.buffers.upper_bound(reinterpret_cast<uintptr_t>(address));
    if (after == pinned.buffers.begin()) {
        return false;
    }
    *start = reinterpret_cast<void*>(std::prev(after)->first);
    *size = std::prev(after)->second.size;
    return true;
}

bool IsPinned(const void* address) {
    void* start = nullptr;
    size_t size = 0;
    return PinnedBefore(address, &start, &size) &&
           reinterpret_cast<uintptr_t>(address) - reinterpret_cast<uintptr_t>(start) < size;
}

int Copy(void* to, size_t to_size, const void* from, size_t count, int kind) {
    int code = 0;
    if (count == 0) {
        return 0;
    }
    if ((code = CheckCopy(to, to_size, from, count, kind)) != 0 ||
        CurrentContext(&code) == nullptr || (code = CheckMayRunNow("a copy")) != 0) {
        return code;
    }
    NoteUse(to);
    NoteUse(from);
    CompareResults(from, count);
    memmove(to, from, count);
    NoteHostWrite(to, count);
    return 0;
}

namespace {

/// Enqueues a transfer; with pageable host memory on one side it is complete on return.
int SubmitTransfer(std::unique_ptr<Task> task, const void* to, const void* from,
                   const void* stream_handle) {
    int code = 0;
    const std::shared_ptr<Stream> stream = FindStream(stream_handle, &code);
    if (stream == nullptr) {
        return code;
    }
    const auto is_pageable = [](const void* address) {
        return Process::Get().DeviceOfAddress(address) == nullptr && !IsPinned(address);
    };
    const bool pageable = is_pageable(to) || (from != nullptr && is_pageable(from));
    if (pageable && (code = CheckMayRunNow("a copy of pageable memory")) != 0) {
        return code;
    }
    const uint64_t sequence = stream->Submit(std::move(task), &code);
    if (code == 0 && pageable) {
        stream->Wait(sequence);
    }
    return ReportRejected(*stream, code);
}

bool HostToHost(const void* to, const void* from, int kind) {
    return kind == ACL_MEMCPY_HOST_TO_HOST ||
           (kind == ACL_MEMCPY_DEFAULT && Process::Get().DeviceOfAddress(to) == nullptr &&
            Process::Get().DeviceOfAddress(from) == nullptr);
}

}  // namespace

int CopyAsync(void* to, size_t to_size, const void* from, size_t count, int kind,
              const void* stream) {
    int code = 0;
    if (count == 0) {
        return 0;
    }
    if ((code = CheckCopy(to, to_size, from, count, kind)) != 0) {
        return code;
    }
    if (HostToHost(to, from, kind)) {
        return Fail(ACL_ERROR_RT_FEATURE_NOT_SUPPORT,
                    "asynchronous copies from host to host are not supported");
    }
    return SubmitTransfer(std::make_unique<TransferTask>(to, count, from, count, count, 1), to,
                          from, stream);
}

int Copy2d(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
           size_t height, int kind, bool async, const void* stream) {
    if (to == nullptr || from == nullptr || width == 0 || height == 0) {
        return Fail(ACL_ERROR_INVALID_PARAM,
                    "2d copy: addresses, width and height must not be zero");
    }
    if (width > to_pitch || width > from_pitch ||
        height > SIZE_MAX / 2 / std::max(to_pitch, from_pitch)) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID,
                    "2d copy: width %zu does not fit pitches %zu and %zu", width, to_pitch,
                    from_pitch);
    }
    if (kind < ACL_MEMCPY_HOST_TO_DEVICE || kind > ACL_MEMCPY_DEFAULT) {
        return Fail(ACL_ERROR_INVALID_PARAM, "2d copy: unsupported copy kind %d", kind);
    }
    int code = CheckAddressRange(to, (height - 1) * to_pitch + width, "destination");
    if (code == 0) {
        code = CheckAddressRange(from, (height - 1) * from_pitch + width, "source");
    }
    if (code != 0) {
        return code;
    }
    auto task = std::make_unique<TransferTask>(to, to_pitch, from, from_pitch, width, height);
    if (async) {
        return SubmitTransfer(std::move(task), to, from, stream);
    }
    if (CurrentContext(&code) == nullptr || (code = CheckMayRunNow("a copy")) != 0) {
        return code;
    }
    std::string error;
    return task->Run(nullptr, &error);
}

int Fill(void* address, size_t size, int32_t value, size_t count) {
    int code = 0;
    if (count == 0) {
        return 0;
    }
    if (address == nullptr) {
        return Fail(ACL_ERROR_INVALID_PARAM, "fill: address is NULL");
    }
    if (count > size) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "fill of %zu bytes in a buffer of %zu", count,
                    size);
    }
    if ((code = CheckAddressRange(address, count, "buffer")) != 0 ||
        CurrentContext(&code) == nullptr || (code = CheckMayRunNow("a fill")) != 0) {
        return code;
    }
    NoteUse(address);
    memset(address, value, count);
    NoteHostWrite(address, count);
    return 0;
}

int FillAsync(void* address, size_t size, int32_t value, size_t count, const void* stream) {
    if (count == 0) {
        return 0;
    }
    if (address == nullptr) {
        return Fail(ACL_ERROR_INVALID_PARAM, "fill: address is NULL");
    }
    if (count > size) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "fill of %zu bytes in a buffer of %zu", count,
                    size);
    }
    const int code = CheckAddressRange(address, count, "buffer");
    if (code != 0) {
        return code;
    }
    return SubmitTransfer(std::make_unique<TransferTask>(address, value, count), address, nullptr,
                          stream);
}

}  // namespace runtime
