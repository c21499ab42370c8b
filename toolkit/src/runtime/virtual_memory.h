// Addresses, and physical memory that is mapped to them; memory of other processes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "acl/acl_rt.h"
#include "runtime/shared_memory.h"

namespace runtime {

class Device;

/// Memory without an address (aclrtMallocPhysical); charged to its device while it exists.
class PhysicalMemory : public MemoryOwner {
public:
    /// `charged` is null for memory of the host or of another process.
    PhysicalMemory(std::shared_ptr<SharedMemory> memory, const aclrtPhysicalMemProp& prop,
                   Device* charged);
    ~PhysicalMemory() override;
    PhysicalMemory(const PhysicalMemory&) = delete;
    PhysicalMemory& operator=(const PhysicalMemory&) = delete;

    SharedMemory& memory() { return *memory_; }
    const aclrtPhysicalMemProp& prop() const { return prop_; }
    const Device* charged() const { return charged_; }

private:
    const std::shared_ptr<SharedMemory> memory_;
    const aclrtPhysicalMemProp prop_;
    Device* const charged_;
};

/// All of these report what fails, and return its code.
int ReserveAddresses(void** address, size_t size, const void* expected);
int ReleaseAddresses(const void* address);
int MallocPhysical(aclrtDrvMemHandle* handle, size_t size, const aclrtPhysicalMemProp& prop);
int FreePhysical(aclrtDrvMemHandle handle);
int MapMemory(void* address, size_t size, aclrtDrvMemHandle handle);
int UnmapMemory(const void* address);
/// `flags`: aclrtMemAccessFlags.
int SetMemoryAccess(void* address, size_t size, int flags);
int GetMemoryAccess(const void* address, uint64_t* flags);
int RetainPhysical(const void* address, aclrtDrvMemHandle* handle);
std::shared_ptr<PhysicalMemory> FindPhysical(aclrtDrvMemHandle handle, int* code);

int ExportPhysical(aclrtDrvMemHandle handle, bool any_process, uint64_t* token);
int AllowImport(uint64_t token, const int32_t* pids, size_t count);
/// Every process may import it from then on; fails if it was exported elsewhere, or processes that
/// may were named.
int AllowImportByAll(uint64_t token);
int ImportPhysical(uint64_t token, int32_t device, aclrtDrvMemHandle* handle);

}  // namespace runtime
