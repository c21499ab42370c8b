// The observer of a launch of instrumented kernels: implemented by libascendc_observe.so, called by
// libascendc_aicore.so. All blocks of such a launch run on one thread, so there are no two calls at
// a time for a launch.
#pragma once

#include <cstdint>

namespace AscendC::isa {
struct Core;
}

extern "C" {

/// A block of a launch.
struct AscendcBlock {
    AscendC::isa::Core* core;
    uint32_t unit;   ///< number among all cores of the launch
    uint32_t block;  ///< number among those of its type, as the kernel counts
    const uint8_t* stack_begin;
    const uint8_t* stack_end;
};

struct AscendcObserver {
    void* user;
    /// Before the kernel's entry, and after it; a block that faults does not end.
    void (*begin_block)(void* user, const AscendcBlock* block);
    void (*end_block)(void* user, const AscendcBlock* block);
    /// Executes the record by execute(record), once, or rejects it. `kind` is a RecordKind. `frame`
    /// points to the saved frame pointer of the kernel; the return address follows it.
    void (*issue)(void* user, const AscendcBlock* block, uint16_t kind, const void* record,
                  void (*execute)(const void* record), const void* const* frame);
    void (*note)(void* user, const AscendcBlock* block, uint16_t kind, const void* event,
                 const void* const* frame);
    /// What GetSystemCycle returns.
    int64_t (*cycle)(void* user, const AscendcBlock* block);
    /// Whether an access of `address`, by a pointer, is one of global memory.
    bool (*is_global)(void* user, uint64_t address);
    /// Whether other blocks that can go on are to do so before this one.
    bool (*is_ahead)(void* user, const AscendcBlock* block);
    /// Reports what hardware would end the launch for (`isa::HardwareException`), so that it goes
    /// on.
    bool reports_exceptions;
};
}
