// Notifies: flags that one stream sets and another waits for and clears, also across processes.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "runtime/shared_memory.h"
#include "runtime/stream.h"

namespace runtime {

class Notify : public Waitable, public std::enable_shared_from_this<Notify> {
public:
    /// Null with `*error` set if the system has no memory for it.
    static std::shared_ptr<Notify> Create(std::string* error);
    /// One that another process exported, by SharedMemory::token().
    static std::shared_ptr<Notify> Import(uint64_t token, std::string* error);
    ~Notify() override;

    uint32_t id() const { return id_; }
    SharedMemory& memory() { return *memory_; }

    /// Work for a stream: sets the flag.
    std::unique_ptr<Task> Record();
    /// Work for a stream: waits for the flag and clears it. `timeout_s`: 0 for no limit.
    std::unique_ptr<Task> WaitAndReset(uint32_t timeout_s);
    void Reset();

    void WakeAll() override;

private:
    struct State;
    class RecordTask;
    class WaitTask;

    Notify(std::shared_ptr<SharedMemory> memory, State* state);
    static std::shared_ptr<Notify> Over(std::shared_ptr<SharedMemory> memory, bool fresh,
                                        std::string* error);

    const uint32_t id_;
    const std::shared_ptr<SharedMemory> memory_;
    State* const state_;  // in memory_, shared by all processes
};

}  // namespace runtime
