// Interface of libascendc_observe.so: the observers of launches of instrumented kernels.
// libruntime.so opens it at the first such launch; ASCENDC_OBSERVE says which observer is wanted.
#pragma once

#include <cstdint>

#include "isa/observer.h"

namespace platform {
struct SocSpec;
}

extern "C" {

enum AscendcArgumentRole : uint32_t {
    ASCENDC_ARGUMENT_INPUT = 0,
    ASCENDC_ARGUMENT_OUTPUT = 1,
    ASCENDC_ARGUMENT_WORKSPACE = 2,
    ASCENDC_ARGUMENT_TILING = 3,
    ASCENDC_ARGUMENT_OTHER = 4,  ///< a parameter of a kernel that nothing describes
};

/// Memory that a launch was given.
struct AscendcArgument {
    const char* name;  ///< "x", "x[0]" for a tensor of a list
    uint32_t role;     ///< AscendcArgumentRole
    int32_t dtype;     ///< ge::DataType; -1: not known
    uint64_t address;
    uint64_t bytes;       ///< exactly, not rounded
    const int64_t* dims;  ///< of a tensor as the operator was called; null: not known
    uint32_t dim_count;
    int32_t format;       ///< ge::Format; -1: not known
    uint32_t is_defined;  ///< 0: what lies there before the launch means nothing
};

/// What a kernel's own build asks for (--op_debug_config).
enum AscendcGuard : uint32_t {
    ASCENDC_GUARD_MEMORY = 1,  ///< oom: accesses stay in the global memory that they were given
    ASCENDC_GUARD_FLAGS = 2,   ///< check_flag: flags between pipes are set and waited for in pairs
};

struct AscendcObservedLaunch {
    const char* kernel;       ///< "AddCustom_<md5>"
    const char* op_type;      ///< "AddCustom", or ""
    const char* object_path;  ///< file of the object, for its debug information; may be ""
    const void* entry;        ///< the kernel's entry in the loaded object
    const platform::SocSpec* soc;
    uint32_t block_dim;
    uint32_t task_type;  ///< KernelMetaType
    uint64_t tiling_key;
    uint32_t device;
    uint32_t stream;
    uint64_t index;  ///< of the launch in this process, from 0
    const AscendcArgument* arguments;
    uint32_t argument_count;
    const void* tiling;  ///< tiling data, in host memory; may be null
    uint64_t tiling_bytes;
    /// Sentences about fields of the tiling data that do not hold what they were given.
    const char* const* tiling_overflows;
    uint32_t tiling_overflow_count;
    /// The live device memory that `address` is in: where it begins and its bytes, exactly as it
    /// was asked for. False if there is none. May be null: not known.
    bool (*find_allocation)(uint64_t address, uint64_t* begin, uint64_t* bytes);
    uint32_t guards;  ///< of AscendcGuard; they are held where ASCENDC_OBSERVE names no observer
    uint32_t manual_sync;  ///< 1: the kernel's compiler inserted no waits
};

/// Kinds of faults; the numbers are AicoreFaultKind's.
enum AscendcFaultKind : uint32_t {
    ASCENDC_FAULT_MEMORY = 1,
    ASCENDC_FAULT_TRAP = 2,
    ASCENDC_FAULT_DEADLOCK = 3,
    ASCENDC_FAULT_TIMEOUT = 4,
};

/// Why a launch did not end as it should.
struct AscendcObservedFault {
    uint32_t kind;          ///< AscendcFaultKind, or another number
    uint32_t core_type;     ///< AscendC::MIX, AIC, AIV
    uint32_t block;         ///< number among the blocks of its type
    const char* message;    ///< one line
    const uint64_t* calls;  ///< return addresses that led there, innermost first, then 0
};

enum AscendcMemoryEventKind : uint32_t {
    ASCENDC_MEMORY_ALLOCATED = 0,
    ASCENDC_MEMORY_USED = 1,
    ASCENDC_MEMORY_FREED = 2,
    ASCENDC_MEMORY_FREED_WRONGLY = 3,  ///< what is no live allocation
    ASCENDC_MEMORY_RESET = 4,          ///< all memory of the device was freed
};

/// What a program does with device memory.
struct AscendcMemoryEvent {
    AscendcMemoryEventKind kind;
    uint32_t device;  ///< of an allocation and a reset
    uint64_t address;
    uint64_t bytes;  ///< of an allocation
};

/// Called in the thread that does it, with its calls on the stack.
void AscendcObserveMemory(const AscendcMemoryEvent* event);

/// Whether a launch is to be observed at all: asked before its kernel is compiled for that.
bool AscendcObserveWants(const AscendcObservedLaunch* launch);
/// The observer for a launch; null: it is not to be observed. It lives until AscendcObserveEnd.
const AscendcObserver* AscendcObserveBegin(const AscendcObservedLaunch* launch);
/// The launch is over; `fault` is null if it went well.
void AscendcObserveEnd(const AscendcObserver* observer, const AscendcObservedLaunch* launch,
                       const AscendcObservedFault* fault);
/// A launch that should have been observed was not: reported once for each kernel in the output,
/// and once for each `subject` ("kernel AddCustom_<md5>") to the user, with the reason in one line.
void AscendcObserveSkipped(const AscendcObservedLaunch* launch, const char* subject,
                           const char* reason);
}
