// Queues and buffers: who has which memory, and the order that queues make between pipes.
#pragma once

#include <vector>

#include "observe/check/checker.h"

namespace observe {

class QueueChecks {
public:
    explicit QueueChecks(Checker* checker) : checker_(*checker) {}

    void Queue(const Moment& moment, const AscendC::isa::QueueEvent& event);
    void BufferGiven(const Moment& moment, const AscendC::isa::BufferEvent& event);
    /// At the end of a block: what was never given back.
    void End(CoreState* state);

private:
    void Alloc(const Moment& moment, const AscendC::isa::QueueEvent& event, Buffer* buffer);
    void EnQue(const Moment& moment, const AscendC::isa::QueueEvent& event, const Buffer* buffer);
    void DeQue(const Moment& moment, const AscendC::isa::QueueEvent& event);
    void Free(const Moment& moment, const AscendC::isa::QueueEvent& event, Buffer* buffer);
    /// Whether buffers fit into their memory, and into the pool that they come from.
    void CheckSpace(const Moment& moment, const AscendC::isa::BufferEvent& event,
                    const LocalMemory& memory);
    void ReportLeaks(const CoreState& state, AscendC::Hardware memory,
                     const std::vector<Buffer>& buffers);
    void Report(const Moment& moment, const AscendC::isa::QueueEvent& event, const Buffer* buffer,
                Fault fault, Severity severity, const char* message, const char* help);

    Checker& checker_;
};

}  // namespace observe
