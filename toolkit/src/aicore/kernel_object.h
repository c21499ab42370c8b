// What the dynamic linker knows about the object that a kernel is in: where its code lies, and its
// __BLOCK_LOCAL__ variables, which are thread_local there, but each core has its own values.
#pragma once

#include <cstddef>
#include <cstdint>

namespace aicore {

/// The thread_local storage of one kernel object.
struct BlockLocals {
    const uint8_t* initial = nullptr;  ///< initialised part
    size_t initial_size = 0;
    size_t size = 0;    ///< bytes, the zeroed rest included; 0 = the kernel has none
    size_t module = 0;  ///< dynamic linker's module number

    /// The calling thread's copy.
    uint8_t* Address() const;
};

/// The object of a kernel.
struct KernelObject {
    BlockLocals locals;
    uintptr_t code_begin = 0;
    uintptr_t code_end = 0;

    /// Whether an instruction at `address` is the kernel's own, not that of a library it calls.
    bool HasCode(uintptr_t address) const { return address >= code_begin && address < code_end; }
};

/// The object that contains `address` (of its code). Cheap after the first call per kernel.
KernelObject FindKernelObject(const void* address);

}  // namespace aicore
