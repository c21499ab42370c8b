// Memory of a file descriptor, which several addresses and several processes can have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "runtime/device_memory.h"

namespace runtime {

class SharedMemory : public MemoryOwner {
public:
    /// What its first process says about it; read by those that open it.
    struct Note {
        uint64_t words[4];
    };

    /// Zeroed memory; null with `*error` set if the system has none.
    static std::shared_ptr<SharedMemory> Create(size_t size, const Note& note, std::string* error);
    /// Memory that a process of this user published; null with `*error` set if the token leads to
    /// none, or this process is not among those that may open it.
    static std::shared_ptr<SharedMemory> Open(uint64_t token, std::string* error);
    ~SharedMemory() override;
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;

    size_t size() const { return size_; }
    int fd() const { return fd_; }
    const Note& note() const;
    /// Names this memory in every process while this one holds it.
    uint64_t token() const;

    /// Lets others open it: any process, or those that Allow names.
    void Publish(bool any_process);
    /// False if there are too many.
    bool Allow(const int32_t* pids, size_t count);
    /// Whether Allow was called.
    bool NamesProcesses() const;

private:
    struct Header;

    SharedMemory(int fd, size_t size, Header* header) : fd_(fd), size_(size), header_(header) {}
    static Header* MapHeader(int fd, size_t size);

    const int fd_;
    const size_t size_;
    Header* const header_;  // after the memory, in the same file
};

}  // namespace runtime
