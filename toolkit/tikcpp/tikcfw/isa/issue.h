// How a kernel hands an instruction to the core.
#pragma once

#include "detail/types/macros.h"
#include "isa/accesses.h"
#include "isa/core.h"
#include "isa/events.h"
#include "isa/kernel_abi.h"
#include "isa/records.h"

namespace AscendC::isa {

/// Whether this is an instrumented build, of which observers see everything: ASCENDC_OBSERVED is
/// one of the compiler's flags, not a macro of sources.
#if defined(ASCENDC_OBSERVED)
inline constexpr bool kObserved = true;
#else
inline constexpr bool kObserved = false;
#endif

/// AscendcKernelInfo::build. ASCENDC_MANUAL_SYNC is one of the compiler's flags, too.
#if defined(ASCENDC_MANUAL_SYNC)
inline constexpr uint32_t kBuild = ASCENDC_BUILD_OBSERVED | ASCENDC_BUILD_MANUAL_SYNC;
#else
inline constexpr uint32_t kBuild = kObserved ? uint32_t{ASCENDC_BUILD_OBSERVED} : 0;
#endif

/// Executes one instruction: in an uninstrumented build one direct call. Nothing else in the
/// headers touches tensors' memory.
template <typename Record>
ASCENDC_ALWAYS_INLINE void Issue(const Record& record) {
    if constexpr (kObserved) {
        aicore_issue(static_cast<uint16_t>(KindOf<Record>::value), &record);
    } else {
        Execute(record);
    }
}

/// Tells observers of what is not executed. Nothing in an uninstrumented build; what only an event
/// needs is computed under `if constexpr (kObserved)`.
template <typename Event>
ASCENDC_ALWAYS_INLINE void Note(const Event& event) {
    if constexpr (kObserved) {
        aicore_note(static_cast<uint16_t>(KindOf<Event>::value), &event);
    }
}

constexpr bool IsAtomicSize(size_t bytes) {
    return bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
}

/// Scalar read of on-chip memory.
template <typename T>
ASCENDC_ALWAYS_INLINE T LoadLocal(const T* address) {
    if constexpr (kObserved && IsAtomicSize(sizeof(T))) {
        // The event reports the access, so the compiler need not (isa/accesses.h).
        T value;
        __atomic_load(const_cast<T*>(address), &value, __ATOMIC_RELAXED);
        return value;
    } else {
        return *address;
    }
}

/// Scalar write of on-chip memory.
template <typename T>
ASCENDC_ALWAYS_INLINE void StoreLocal(T* address, const T& value) {
    if constexpr (kObserved && IsAtomicSize(sizeof(T))) {
        T copy = value;
        __atomic_store(address, &copy, __ATOMIC_RELAXED);
    } else {
        *address = value;
    }
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
    if constexpr (IsAtomicSize(sizeof(T))) {
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
    if constexpr (IsAtomicSize(sizeof(T))) {
        __atomic_store(address, &value, __ATOMIC_RELEASE);
    } else {
        *address = value;
    }
}

}  // namespace AscendC::isa
