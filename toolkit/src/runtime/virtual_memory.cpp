#include "runtime/virtual_memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "runtime/context.h"
#include "runtime/error.h"
#include "runtime/round_up.h"

namespace runtime {
namespace {

constexpr size_t kGranularity = size_t{2} << 20;

SharedMemory::Note NoteOf(const aclrtPhysicalMemProp& prop) {
    return {{static_cast<uint64_t>(prop.memAttr), static_cast<uint64_t>(prop.location.type),
             prop.location.id, prop.reserve}};
}

aclrtPhysicalMemProp PropOf(const SharedMemory::Note& note, int32_t device) {
    aclrtPhysicalMemProp prop = {};
    prop.memAttr = static_cast<aclrtMemAttr>(note.words[0]);
    prop.location.type = static_cast<aclrtMemLocationType>(note.words[1]);
    prop.location.id = static_cast<uint32_t>(device);
    prop.reserve = note.words[3];
    return prop;
}

/// The device whose addresses hold this one; null (107000 in `*code`) if there is none.
Device* DeviceOf(const void* address, int* code) {
    Device* const device = Process::Get().DeviceOfAddress(address);
    *code = device != nullptr
                ? 0
                : Fail(ACL_ERROR_RT_PARAM_INVALID, "%p is not an address of a device", address);
    return device;
}

/// The memory that this process exported by this number; null (107000 in `*code`) if there is none.
std::shared_ptr<PhysicalMemory> FindExported(uint64_t token, int* code) {
    for (const auto& entry : Process::Get().physical_memories.All()) {
        if (entry.second->memory().token() == token) {
            return entry.second;
        }
    }
    *code = Fail(ACL_ERROR_RT_PARAM_INVALID, "this process exported no memory as 0x%llx",
                 static_cast<unsigned long long>(token));
    return nullptr;
}

int ProtectionOf(int flags) {
    switch (flags) {
        case ACL_RT_MEM_ACCESS_FLAGS_NONE:
            return PROT_NONE;
        case ACL_RT_MEM_ACCESS_FLAGS_READ:
            return PROT_READ;
        default:
            return PROT_READ | PROT_WRITE;
    }
}

}  // namespace

PhysicalMemory::PhysicalMemory(std::shared_ptr<SharedMemory> memory,
                               const aclrtPhysicalMemProp& prop, Device* charged)
    : memory_(std::move(memory)), prop_(prop), charged_(charged) {}

PhysicalMemory::~PhysicalMemory() {
    if (charged_ != nullptr) {
        charged_->memory().Discharge(memory_->size());
    }
}

int ReserveAddresses(void** address, size_t size, const void* expected) {
    int code = 0;
    const std::shared_ptr<Context> context = CurrentContext(&code);
    if (context == nullptr) {
        return code;
    }
    *address = context->device()->memory().ReserveAddresses(size, expected);
    if (*address == nullptr) {
        return expected == nullptr
                   ? Fail(ACL_ERROR_RT_MEMORY_ALLOCATION,
                          "device %d has no %zu bytes of address space left",
                          context->device()->id(), size)
                   : Fail(ACL_ERROR_RT_PARAM_INVALID,
                          "%zu bytes at %p cannot be reserved: they are in use, or not between "
                          "0x100000000000 and 0x180000000000; pass NULL for any address",
                          size, expected);
    }
    return 0;
}

int ReleaseAddresses(const void* address) {
    int code = 0;
    Device* const device = DeviceOf(address, &code);
    if (device == nullptr) {
        return code;
    }
    switch (device->memory().ReleaseAddresses(address)) {
        case DeviceMemory::Released::kDone:
            return 0;
        case DeviceMemory::Released::kMapped:
            return Fail(ACL_ERROR_RT_PARAM_INVALID,
                        "memory is still mapped at the addresses from %p on: aclrtUnmapMem first",
                        address);
        default:
            return Fail(ACL_ERROR_RT_PARAM_INVALID,
                        "%p was not reserved by aclrtReserveMemAddress: released twice?", address);
    }
}

int MallocPhysical(aclrtDrvMemHandle* handle, size_t size, const aclrtPhysicalMemProp& prop) {
    const size_t bytes = size > SIZE_MAX - kGranularity ? SIZE_MAX : RoundUp(size, kGranularity);
    Device* charged = nullptr;
    if (prop.location.type == ACL_MEM_LOCATION_TYPE_DEVICE) {
        charged = Process::Get().device(static_cast<int32_t>(prop.location.id));
        if (charged == nullptr) {
            return Fail(ACL_ERROR_RT_INVALID_DEVICEID, "device %u does not exist",
                        prop.location.id);
        }
        DeviceMemory& memory = charged->memory();
        if (!memory.Charge(bytes)) {
            return Fail(ACL_ERROR_RT_MEMORY_ALLOCATION,
                        "device %d has no space for %zu bytes: %zu of %zu in use "
                        "(ASCENDC_DEVICE_MEMORY_BYTES)",
                        charged->id(), size, memory.used(), memory.capacity());
        }
    }
    std::string error;
    std::shared_ptr<SharedMemory> memory = SharedMemory::Create(bytes, NoteOf(prop), &error);
    if (memory == nullptr) {
        if (charged != nullptr) {
            charged->memory().Discharge(bytes);
        }
        return FailText(ACL_ERROR_RT_MEMORY_ALLOCATION, error);
    }
    *handle = Process::Get().physical_memories.Add(
        std::make_shared<PhysicalMemory>(std::move(memory), prop, charged));
    return 0;
}

std::shared_ptr<PhysicalMemory> FindPhysical(aclrtDrvMemHandle handle, int* code) {
    std::shared_ptr<PhysicalMemory> memory = Process::Get().physical_memories.Find(handle);
    *code = memory != nullptr ? 0
                              : Fail(ACL_ERROR_RT_PARAM_INVALID,
                                     "physical memory %p does not exist or was freed", handle);
    return memory;
}

int FreePhysical(aclrtDrvMemHandle handle) {
    int code = 0;
    if (FindPhysical(handle, &code) != nullptr) {
        Process::Get().physical_memories.Remove(handle);
    }
    return code;
}

int MapMemory(void* address, size_t size, aclrtDrvMemHandle handle) {
    int code = 0;
    const std::shared_ptr<PhysicalMemory> physical = FindPhysical(handle, &code);
    Device* const device = physical == nullptr ? nullptr : DeviceOf(address, &code);
    if (device == nullptr) {
        return code;
    }
    const size_t bytes = physical->memory().size();
    if (size > bytes || RoundUp(size, kGranularity) != bytes) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID,
                    "%zu bytes of physical memory cannot be mapped as %zu: the sizes must agree",
                    bytes, size);
    }
    if (!device->memory().Map(address, bytes, physical->memory().fd(), physical)) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID,
                    "%zu bytes from %p on are not reserved, or memory is mapped there already",
                    bytes, address);
    }
    return 0;
}

int UnmapMemory(const void* address) {
    int code = 0;
    Device* const device = DeviceOf(address, &code);
    if (device != nullptr && device->memory().Unmap(address) == nullptr) {
        code = Fail(ACL_ERROR_RT_PARAM_INVALID, "no memory was mapped at %p: unmapped twice?",
                    address);
    }
    return code;
}

int SetMemoryAccess(void* address, size_t size, int flags) {
    int code = 0;
    Device* const device = DeviceOf(address, &code);
    if (device != nullptr &&
        !device->memory().Protect(address, RoundUp(size, kGranularity), ProtectionOf(flags))) {
        code = Fail(ACL_ERROR_RT_PARAM_INVALID,
                    "%zu bytes from %p on are not what aclrtMapMem mapped", size, address);
    }
    return code;
}

int GetMemoryAccess(const void* address, uint64_t* flags) {
    int code = 0;
    Device* const device = DeviceOf(address, &code);
    if (device == nullptr) {
        return code;
    }
    const int protection = device->memory().ProtectionAt(address);
    *flags = protection == PROT_NONE   ? ACL_RT_MEM_ACCESS_FLAGS_NONE
             : protection == PROT_READ ? ACL_RT_MEM_ACCESS_FLAGS_READ
                                       : ACL_RT_MEM_ACCESS_FLAGS_READWRITE;
    return 0;
}

int RetainPhysical(const void* address, aclrtDrvMemHandle* handle) {
    int code = 0;
    Device* const device = DeviceOf(address, &code);
    if (device == nullptr) {
        return code;
    }
    const auto physical =
        std::dynamic_pointer_cast<PhysicalMemory>(device->memory().OwnerAt(address));
    void* start = nullptr;
    size_t size = 0;
    if (physical == nullptr || !device->memory().BufferAt(address, &start, &size)) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID, "no physical memory is mapped at %p", address);
    }
    *handle = Process::Get().physical_memories.Add(physical);
    return 0;
}

int ExportPhysical(aclrtDrvMemHandle handle, bool any_process, uint64_t* token) {
    int code = 0;
    const std::shared_ptr<PhysicalMemory> physical = FindPhysical(handle, &code);
    if (physical != nullptr) {
        physical->memory().Publish(any_process);
        *token = physical->memory().token();
    }
    return code;
}

int AllowImport(uint64_t token, const int32_t* pids, size_t count) {
    int code = 0;
    const std::shared_ptr<PhysicalMemory> physical = FindExported(token, &code);
    if (physical != nullptr && !physical->memory().Allow(pids, count)) {
        code = Fail(ACL_ERROR_RT_PARAM_INVALID, "too many processes: %zu", count);
    }
    return code;
}

int AllowImportByAll(uint64_t token) {
    int code = 0;
    const std::shared_ptr<PhysicalMemory> physical = FindExported(token, &code);
    if (physical == nullptr) {
        return code;
    }
    if (physical->memory().NamesProcesses()) {
        return Fail(ACL_ERROR_RT_PARAM_INVALID,
                    "processes that may import memory 0x%llx were named: not all may",
                    static_cast<unsigned long long>(token));
    }
    physical->memory().Publish(true);
    return 0;
}

int ImportPhysical(uint64_t token, int32_t device, aclrtDrvMemHandle* handle) {
    if (Process::Get().device(device) == nullptr) {
        return Fail(ACL_ERROR_RT_INVALID_DEVICEID, "device %d does not exist", device);
    }
    std::string error;
    std::shared_ptr<SharedMemory> memory = SharedMemory::Open(token, &error);
    if (memory == nullptr) {
        return FailText(ACL_ERROR_RT_PARAM_INVALID, error);
    }
    // The exporting process has paid for it.
    const aclrtPhysicalMemProp prop = PropOf(memory->note(), device);
    *handle = Process::Get().physical_memories.Add(
        std::make_shared<PhysicalMemory>(std::move(memory), prop, nullptr));
    return 0;
}

}  // namespace runtime
