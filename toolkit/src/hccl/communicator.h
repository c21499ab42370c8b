// Communicators of one rank, by handle and by name.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "hccl/hccl.h"
#include "hccl/hccl_res.h"

namespace hccl {

/// Memory of a communicator: of a device or of the host.
struct Memory {
    void* address = nullptr;
    uint64_t size = 0;
};

/// Kernels and aclnn calls know it by its name as long as it lives.
class Communicator {
public:
    Communicator(int32_t device, std::string name, uint64_t half_of_buffer);
    ~Communicator();
    Communicator(const Communicator&) = delete;
    Communicator& operator=(const Communicator&) = delete;

    /// The memory for data on their way; it is allocated at the first call.
    HcclResult Buffer(Memory& buffer);

    HcclResult CreateContext(const std::string& tag, CommEngine engine, uint64_t size,
                             void*& context);
    /// Null where no such context was created.
    const Memory* FindContext(const std::string& tag, CommEngine engine);
    HcclResult DestroyContext(const std::string& tag, CommEngine engine);

    const int32_t device;
    const std::string name;

private:
    const uint64_t half_of_buffer_;
    std::mutex mutex_;
    Memory buffer_;
    std::map<std::pair<std::string, CommEngine>, Memory> contexts_;
};

/// Whether an engine reads memory of the host.
bool IsOfHost(CommEngine engine);

/// Null for a handle that is not in use.
std::shared_ptr<Communicator> Find(HcclComm comm);
/// NULL if no communicator has the name.
HcclComm FindByName(const char* name);
/// Makes a communicator of a device. `half_of_buffer` in bytes; 0 for CANN's default.
HcclResult Create(int32_t device, HcclComm* comm, const char* name = "",
                  uint64_t half_of_buffer = 0);
bool Destroy(HcclComm comm);

/// Returns `code`; aclGetRecentErrMsg has the text.
HcclResult Report(HcclResult code, const std::string& text);
/// A function that reaches other ranks.
HcclResult NoLinks(const std::string& function);
/// A function that gets no communicator that exists, or no place for its result.
HcclResult BadArguments(const std::string& function);

}  // namespace hccl
