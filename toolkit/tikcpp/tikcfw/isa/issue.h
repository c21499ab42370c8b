// How a kernel hands an instruction to the core.
#pragma once

#include "detail/types/macros.h"
#include "isa/core.h"

namespace AscendC::isa {

/// Executes one instruction. A record is plain data of one instruction family, with a static member
/// `void Execute(const Record&)` that calls the family's executor in libascendc_aicore.so.
/// Observing builds (debug, profile) replace this function; nothing else in the headers touches
/// tensors' memory.
template <typename Record>
ASCENDC_ALWAYS_INLINE void Issue(const Record& record) {
    Record::Execute(record);
}

/// Scalar read of on-chip memory.
template <typename T>
ASCENDC_ALWAYS_INLINE T LoadLocal(const T* address) {
    return *address;
}

/// Scalar write of on-chip memory.
template <typename T>
ASCENDC_ALWAYS_INLINE void StoreLocal(T* address, const T& value) {
    *address = value;
}

/// Scalar read of global memory. Other cores may write it meanwhile, and kernels poll: the read is
/// never cached, and a core that keeps reading lets the others run.
template <typename T>
ASCENDC_ALWAYS_INLINE T LoadGlobal(const T* address) {
    Core& core = CurrentCore();
    core.polls += core.polled == address ? 64 : 1;
    core.polled = address;
    if (__builtin_expect(core.polls >= 65536, 0)) {
        core.polls = 0;
        aicore_yield();
    }
    if constexpr (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8) {
        T value;
        __atomic_load(const_cast<T*>(address), &value, __ATOMIC_ACQUIRE);
        return value;
    } else {
        return *address;
    }
}

/// Scalar write of global memory.
template <typename T>
ASCENDC_ALWAYS_INLINE void StoreGlobal(T* address, T value) {
    if constexpr (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8) {
        __atomic_store(address, &value, __ATOMIC_RELEASE);
    } else {
        *address = value;
    }
}

}  // namespace AscendC::isa
