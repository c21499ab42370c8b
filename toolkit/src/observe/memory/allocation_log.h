// Device memory as a program allocates and frees it: what is left, never used, or freed wrongly.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <mutex>

#include "observe/memory/program_location.h"
#include "observe/observe.h"

namespace observe {

/// All allocations of this process. Each fault is reported once per location, with its number of
/// occurrences: wrong frees at once, what is left or unused when the process ends.
class AllocationLog {
public:
    /// Lives until the process has ended.
    static AllocationLog& Get();

    void Take(const AscendcMemoryEvent& event);
    /// Writes what is left. Nothing that a parent of this process allocated is.
    void EndOfProcess();

private:
    struct Allocation {
        uint64_t bytes;
        uint32_t device;
        pid_t process;
        bool used;
        ProgramLocation location;
    };
    struct FaultTotal {
        uint64_t address;  ///< of the first
        uint64_t bytes;    ///< of all
        uint64_t count;
    };
    using Allocations = std::map<uint64_t, Allocation>;  ///< by address
    using FaultTotals = std::map<ProgramLocation, FaultTotal>;

    AllocationLog();
    void Release(Allocations::iterator allocation);
    void Use(uint64_t address);
    static void Count(FaultTotals* faults, uint64_t address, const Allocation& allocation);
    static void Write(const char* kind, const ProgramLocation& location, const FaultTotal& fault);

    const bool active_;
    const bool finds_leaks_;
    const bool finds_unused_;
    std::mutex mutex_;
    Allocations live_;
    FaultTotals unused_;
};

}  // namespace observe
