// What one observer of a launch is made of.
#pragma once

#include <memory>

#include "isa/core.h"
#include "isa/records.h"
#include "observe/device_addresses.h"
#include "observe/observe.h"

namespace observe {

/// An instruction on its way to its executor.
struct Instruction {
    AscendC::isa::RecordKind kind;
    const void* record;
    void (*executor)(const void*);

    template <typename Record>
    const Record& As() const {
        return *static_cast<const Record*>(record);
    }
    void Execute() const { executor(record); }
};

/// Watches one launch. Its blocks run on one thread; `frame` is that of the call in the kernel.
class LaunchObserver {
public:
    virtual ~LaunchObserver() = default;
    virtual void BeginBlock(const AscendcBlock&) {}
    virtual void EndBlock(const AscendcBlock&) {}
    /// Executes the instruction, once.
    virtual void Issue(const AscendcBlock& block, const Instruction& instruction,
                       const void* const* frame) = 0;
    virtual void Note(const AscendcBlock& block, AscendC::isa::RecordKind kind, const void* event,
                      const void* const* frame) = 0;
    /// Model cycles since the launch began on this core.
    virtual int64_t Cycle(const AscendcBlock&) { return 0; }
    /// Whether other blocks that can go on are to do so before this one.
    virtual bool IsAhead(const AscendcBlock&) { return false; }
    /// Whether it tells of what hardware would end the launch for, so that the launch goes on.
    virtual bool ReportsExceptions() const { return false; }
    virtual void End(const AscendcObservedFault* fault) = 0;

    DeviceAddresses device_memory;
};

std::unique_ptr<LaunchObserver> MakeTraceObserver(const AscendcObservedLaunch& launch);
std::unique_ptr<LaunchObserver> MakeDebugObserver(const AscendcObservedLaunch& launch);
std::unique_ptr<LaunchObserver> MakeCheckObserver(const AscendcObservedLaunch& launch);
std::unique_ptr<LaunchObserver> MakeCycleObserver(const AscendcObservedLaunch& launch);
std::unique_ptr<LaunchObserver> MakeGuardObserver(const AscendcObservedLaunch& launch);
std::unique_ptr<LaunchObserver> MakeVerifyObserver(const AscendcObservedLaunch& launch);

}  // namespace observe
