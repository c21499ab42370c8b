#include "hccl/communicator.h"

#include <cerrno>
#include <cstdlib>

#include "acl/acl.h"
#include "runtime/collective_group.h"
#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/handle_table.h"

namespace hccl {
namespace {

constexpr uint64_t kMegabyte = 1U << 20U;

runtime::HandleTable<Communicator>& Communicators() {
    static auto* const table = new runtime::HandleTable<Communicator>(0x21);
    return *table;
}

/// Half of a buffer, as the environment or HCCL's default has it.
uint64_t DefaultHalf() {
    const char* const set = std::getenv("HCCL_BUFFSIZE");
    errno = 0;
    char* end = nullptr;
    const uint64_t megabytes = set == nullptr ? 0 : std::strtoull(set, &end, 10);
    const bool is_number = set != nullptr && end != set && *end == '\0' && errno == 0;
    const bool fits = is_number && megabytes > 0 && megabytes <= UINT32_MAX;
    return (fits ? megabytes : HCCL_COMM_DEFAULT_BUFFSIZE) * kMegabyte;
}

HcclResult Allocate(bool on_host, uint64_t size, Memory& memory) {
    void* address = nullptr;
    const aclError code = on_host ? aclrtMallocHost(&address, size)
                                  : aclrtMalloc(&address, size, ACL_MEM_MALLOC_HUGE_FIRST);
    if (code != ACL_SUCCESS) {
        return HCCL_E_MEMORY;
    }
    memory = {address, size};
    return HCCL_SUCCESS;
}

void Free(bool on_host, const Memory& memory) {
    if (memory.address != nullptr) {
        (void)(on_host ? aclrtFreeHost(memory.address) : aclrtFree(memory.address));
    }
}

}  // namespace

Communicator::Communicator(int32_t device, std::string name, uint64_t half_of_buffer)
    : device(device), name(std::move(name)), half_of_buffer_(half_of_buffer) {
    runtime::AddCollectiveGroup(this->name);
}

Communicator::~Communicator() {
    runtime::RemoveCollectiveGroup(name);
    Free(false, buffer_);
    for (const auto& [key, memory] : contexts_) {
        Free(IsOfHost(key.second), memory);
    }
}

HcclResult Communicator::Buffer(Memory& buffer) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (buffer_.address == nullptr) {
        const uint64_t half = half_of_buffer_ == 0 ? DefaultHalf() : half_of_buffer_;
        const HcclResult code = Allocate(false, 2 * half, buffer_);
        if (code != HCCL_SUCCESS) {
            return code;
        }
    }
    buffer = buffer_;
    return HCCL_SUCCESS;
}

HcclResult Communicator::CreateContext(const std::string& tag, CommEngine engine, uint64_t size,
                                       void*& context) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto key = std::make_pair(tag, engine);
    if (contexts_.count(key) != 0) {
        return Report(HCCL_E_PARA, "HcclEngineCtxCreate: " + tag + " exists");
    }
    Memory memory;
    const HcclResult code = Allocate(IsOfHost(engine), size, memory);
    if (code == HCCL_SUCCESS) {
        contexts_[key] = memory;
        context = memory.address;
    }
    return code;
}

const Memory* Communicator::FindContext(const std::string& tag, CommEngine engine) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto entry = contexts_.find({tag, engine});
    return entry == contexts_.end() ? nullptr : &entry->second;
}

HcclResult Communicator::DestroyContext(const std::string& tag, CommEngine engine) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const auto entry = contexts_.find({tag, engine});
    if (entry == contexts_.end()) {
        return Report(HCCL_E_NOT_FOUND, "HcclEngineCtxDestroy: " + tag + " was not created");
    }
    Free(IsOfHost(engine), entry->second);
    contexts_.erase(entry);
    return HCCL_SUCCESS;
}

bool IsOfHost(CommEngine engine) {
    return engine == COMM_ENGINE_CPU || engine == COMM_ENGINE_CPU_TS;
}

std::shared_ptr<Communicator> Find(HcclComm comm) {
    return Communicators().Find(comm);
}

HcclComm FindByName(const char* name) {
    for (const auto& [handle, communicator] : Communicators().All()) {
        if (name != nullptr && communicator->name == name) {
            return handle;
        }
    }
    return nullptr;
}

HcclResult Create(int32_t device, HcclComm* comm, const char* name, uint64_t half_of_buffer) {
    if (runtime::Process::Get().device(device) == nullptr) {
        return Report(HCCL_E_PARA, "the device does not exist");
    }
    const std::string group =
        *name == '\0' ? "hccl_world_group_" + std::to_string(device) : std::string(name);
    *comm = Communicators().Add(std::make_shared<Communicator>(device, group, half_of_buffer));
    return HCCL_SUCCESS;
}

bool Destroy(HcclComm comm) {
    return Communicators().Remove(comm) != nullptr;
}

HcclResult Report(HcclResult code, const std::string& text) {
    runtime::Fail(ACL_ERROR_FEATURE_UNSUPPORTED, "hccl: %s", text.c_str());
    return code;
}

HcclResult NoLinks(const std::string& function) {
    return Report(HCCL_E_NOT_SUPPORT, function + ": one rank has no links and no memory of others");
}

HcclResult BadArguments(const std::string& function) {
    return Report(HCCL_E_PARA, function + ": no such communicator, or the result is NULL");
}

}  // namespace hccl
