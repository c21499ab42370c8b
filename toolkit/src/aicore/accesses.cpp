// Accesses of instrumented kernels by pointers and references: what the compiler calls before each
// of them (isa/accesses.h).
#include <cstddef>
#include <cstdint>

#include "aicore/fiber.h"
#include "aicore/instruction.h"
#include "aicore/observed.h"
#include "isa/events.h"
#include "isa/records.h"

namespace aicore {
namespace {

using AscendC::Hardware;
using AscendC::isa::Core;

/// The memory of the core that holds `address`; GM for all other memory.
Hardware MemoryAt(const Core& core, const uint8_t* address) {
    for (int i = 0; i < static_cast<int>(Hardware::MAX); ++i) {
        const AscendC::isa::Arena& arena = core.arenas[i];
        if (address >= arena.base && address < arena.base + arena.size) {
            return static_cast<Hardware>(i);
        }
    }
    return Hardware::GM;
}

void ReportAccess(const void* accessed, size_t bytes, bool write, void* frame) {
    const Core* const core = ascendc_current_core;
    if (core == nullptr || core->observer == nullptr) {
        return;
    }
    const AscendcObserver& observer = *core->observer;
    const AscendcBlock& block = *core->observed_block;
    const auto* const address = static_cast<const uint8_t*>(accessed);
    if (address >= block.stack_begin && address < block.stack_end) {
        return;
    }
    RuntimeScope scope;
    const Hardware memory = MemoryAt(*core, address);
    if (memory == Hardware::GM &&
        !observer.is_global(observer.user, reinterpret_cast<uint64_t>(address))) {
        return;
    }
    AscendC::isa::ScalarEvent event = {};
    event.write = write;
    event.memory = memory;
    event.bytes = static_cast<uint32_t>(bytes);
    event.address = accessed;
    constexpr auto kKind = static_cast<uint16_t>(AscendC::isa::RecordKind::kScalarEvent);
    observer.note(observer.user, &block, kKind, &event, static_cast<const void* const*>(frame));
    YieldIfBehind(kKind, &event, observer, &scope.fiber());
}

}  // namespace
}  // namespace aicore

#define AICORE_EXPORT extern "C" __attribute__((visibility("default")))

#define AICORE_DEFINE_ACCESS(name, bytes, write)                                 \
    AICORE_EXPORT void aicore_##name(const void* address) {                      \
        aicore::ReportAccess(address, bytes, write, __builtin_frame_address(0)); \
    }
#define AICORE_DEFINE_ACCESSES(bytes)               \
    AICORE_DEFINE_ACCESS(read##bytes, bytes, false) \
    AICORE_DEFINE_ACCESS(write##bytes, bytes, true)
#define AICORE_DEFINE_UNALIGNED(bytes)                        \
    AICORE_DEFINE_ACCESS(unaligned_read##bytes, bytes, false) \
    AICORE_DEFINE_ACCESS(unaligned_write##bytes, bytes, true)
AICORE_DEFINE_ACCESSES(1)
AICORE_DEFINE_ACCESSES(2)
AICORE_DEFINE_ACCESSES(4)
AICORE_DEFINE_ACCESSES(8)
AICORE_DEFINE_ACCESSES(16)
AICORE_DEFINE_UNALIGNED(2)
AICORE_DEFINE_UNALIGNED(4)
AICORE_DEFINE_UNALIGNED(8)
AICORE_DEFINE_UNALIGNED(16)

AICORE_EXPORT void aicore_read_range(const void* address, size_t bytes) {
    aicore::ReportAccess(address, bytes, false, __builtin_frame_address(0));
}
AICORE_EXPORT void aicore_write_range(const void* address, size_t bytes) {
    aicore::ReportAccess(address, bytes, true, __builtin_frame_address(0));
}
AICORE_EXPORT void aicore_init() {}
AICORE_EXPORT void aicore_vptr_update(void*, void*) {}

/// A fault in one of these is the kernel's own, not that of an instruction.
#define AICORE_NO_INSTRUCTION() aicore::t_instruction = {}

// Each has the compiler's memory order last, and is done in the strongest.
#define AICORE_DEFINE_FETCH(bits, name)                                 \
    AICORE_EXPORT uint##bits##_t aicore_atomic##bits##_fetch_##name(    \
        volatile uint##bits##_t* address, uint##bits##_t value, int) {  \
        AICORE_NO_INSTRUCTION();                                        \
        return __atomic_fetch_##name(address, value, __ATOMIC_SEQ_CST); \
    }
#define AICORE_DEFINE_COMPARE(bits, name)                                                      \
    AICORE_EXPORT bool aicore_atomic##bits##_compare_exchange_##name(                          \
        volatile uint##bits##_t* address, uint##bits##_t* expected, uint##bits##_t value, int, \
        int) {                                                                                 \
        AICORE_NO_INSTRUCTION();                                                               \
        return __atomic_compare_exchange_n(address, expected, value, false, __ATOMIC_SEQ_CST,  \
                                           __ATOMIC_SEQ_CST);                                  \
    }
#define AICORE_DEFINE_ATOMIC(bits)                                                                \
    AICORE_EXPORT uint##bits##_t aicore_atomic##bits##_load(                                      \
        const volatile uint##bits##_t* address, int) {                                            \
        AICORE_NO_INSTRUCTION();                                                                  \
        return __atomic_load_n(address, __ATOMIC_SEQ_CST);                                        \
    }                                                                                             \
    AICORE_EXPORT void aicore_atomic##bits##_store(volatile uint##bits##_t* address,              \
                                                   uint##bits##_t value, int) {                   \
        AICORE_NO_INSTRUCTION();                                                                  \
        __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                       \
    }                                                                                             \
    AICORE_EXPORT uint##bits##_t aicore_atomic##bits##_exchange(volatile uint##bits##_t* address, \
                                                                uint##bits##_t value, int) {      \
        AICORE_NO_INSTRUCTION();                                                                  \
        return __atomic_exchange_n(address, value, __ATOMIC_SEQ_CST);                             \
    }                                                                                             \
    AICORE_DEFINE_FETCH(bits, add)                                                                \
    AICORE_DEFINE_FETCH(bits, sub)                                                                \
    AICORE_DEFINE_FETCH(bits, and)                                                                \
    AICORE_DEFINE_FETCH(bits, or)                                                                 \
    AICORE_DEFINE_FETCH(bits, xor)                                                                \
    AICORE_DEFINE_FETCH(bits, nand)                                                               \
    AICORE_DEFINE_COMPARE(bits, strong)                                                           \
    AICORE_DEFINE_COMPARE(bits, weak)
AICORE_DEFINE_ATOMIC(8)
AICORE_DEFINE_ATOMIC(16)
AICORE_DEFINE_ATOMIC(32)
AICORE_DEFINE_ATOMIC(64)

AICORE_EXPORT void aicore_atomic_thread_fence(int) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
AICORE_EXPORT void aicore_atomic_signal_fence(int) {
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}
