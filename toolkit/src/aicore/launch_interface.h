// Launch interface of libascendc_aicore.so: runs the blocks of one kernel on simulated AI cores.
#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/kernel_abi.h"
#include "isa/observer.h"

namespace platform {
struct SocSpec;
}

extern "C" {

/// Why a launch did not finish.
enum AicoreFaultKind : uint32_t {
    AICORE_OK = 0,
    AICORE_FAULT_MEMORY = 1,    ///< a block touched memory outside the live allocations
    AICORE_FAULT_TRAP = 2,      ///< Trap() or a failed assert
    AICORE_FAULT_DEADLOCK = 3,  ///< every unfinished block waits for another one
    AICORE_FAULT_TIMEOUT = 4,   ///< the launch ran longer than `timeout_us`
    AICORE_FAULT_INVALID = 5,   ///< the launch itself was wrong (no SoC, bad kernel, ...)
};

/// What becomes of 16-bit results that are too large.
enum AicoreOverflow : uint32_t {
    AICORE_OVERFLOW_DEFAULT = 0,  ///< the SoC's default (platform/overflow_mode.h)
    AICORE_OVERFLOW_SATURATES = 1,
    AICORE_OVERFLOW_KEEPS = 2,  ///< infinities and NaN stay
};

struct AicoreFault {
    uint32_t kind;       ///< AicoreFaultKind
    uint32_t core_type;  ///< 0 mix/coupled, 1 AIC, 2 AIV
    uint32_t block_idx;
    uint32_t reserved;
    char message[1008];  ///< one line, zero-terminated
    uint64_t address;    ///< outside of the core's memories that was accessed; 0: none
    uint64_t calls[32];  ///< return addresses that led to the fault, innermost first; then 0
};

struct AicoreLaunch {
    const AscendcKernelInfo* kernel;
    const void* args;  ///< packed argument slots (8 bytes each)
    size_t args_size;  ///< bytes
    uint64_t tiling_key;
    uint32_t block_dim;  ///< number of blocks (groups for MIX kernels)
    uint32_t task_type;  ///< KernelMetaType
    const platform::SocSpec* soc;
    void* sys_workspace;  ///< what GetSysWorkSpacePtr() returns; may be null
    uint64_t timeout_us;  ///< 0 = no limit
    /// Receives what the kernel prints (printf, DumpTensor) when it has ended; null = stdout.
    void (*print)(const char* text, size_t size, void* user);
    void* print_user;
    const AscendcObserver* observer;  ///< of an instrumented kernel; null: none
    const char* op_type;  ///< stands in the heads of what cores print; null: there are no heads
    AicoreOverflow overflow;
};

/// The SoC of a long or short name, for a launch; null for an unknown one.
const platform::SocSpec* AicoreSoc(const char* name);

/// Runs all blocks and returns when the last one has ended. Thread-safe: launches of different
/// threads share the worker pool. Returns AICORE_OK or the kind of the first fault, which `fault`
/// (may be null) describes.
uint32_t AicoreRun(const AicoreLaunch* launch, AicoreFault* fault);
}
