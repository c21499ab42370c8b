// __BLOCK_LOCAL__ variables of kernels: thread_local in the kernel object, but each core has its
// own values.
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

/// Storage of the object that contains `address` (of its code or data). Cheap after the first call
/// per kernel.
BlockLocals FindBlockLocals(const void* address);

}  // namespace aicore
