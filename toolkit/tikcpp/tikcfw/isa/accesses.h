// Accesses of instrumented kernels by pointers and references, which pass no record.
//
// The compiler calls a function before each of them (-fsanitize=thread), under names that belong to
// its own library. Here they become names of libascendc_aicore.so, which tells the observer of the
// launch what is an access of tensors' memory. Atomic accesses are carried out there and not
// reported: the headers use them where an event says more.
#pragma once

#if defined(ASCENDC_OBSERVED) && defined(__SANITIZE_THREAD__)

#define ASCENDC_COMPILER_CALL(name) ".set __tsan_" name ", aicore_" name "\n"
#define ASCENDC_COMPILER_ACCESS(size) \
    ASCENDC_COMPILER_CALL("read" size) ASCENDC_COMPILER_CALL("write" size)
#define ASCENDC_COMPILER_UNALIGNED(size)         \
    ASCENDC_COMPILER_CALL("unaligned_read" size) \
    ASCENDC_COMPILER_CALL("unaligned_write" size)
#define ASCENDC_COMPILER_ATOMIC(bits)                               \
    ASCENDC_COMPILER_CALL("atomic" bits "_load")                    \
    ASCENDC_COMPILER_CALL("atomic" bits "_store")                   \
    ASCENDC_COMPILER_CALL("atomic" bits "_exchange")                \
    ASCENDC_COMPILER_CALL("atomic" bits "_fetch_add")               \
    ASCENDC_COMPILER_CALL("atomic" bits "_fetch_sub")               \
    ASCENDC_COMPILER_CALL("atomic" bits "_fetch_and")               \
    ASCENDC_COMPILER_CALL("atomic" bits "_fetch_or")                \
    ASCENDC_COMPILER_CALL("atomic" bits "_fetch_xor")               \
    ASCENDC_COMPILER_CALL("atomic" bits "_fetch_nand")              \
    ASCENDC_COMPILER_CALL("atomic" bits "_compare_exchange_strong") \
    ASCENDC_COMPILER_CALL("atomic" bits "_compare_exchange_weak")

__asm__(ASCENDC_COMPILER_CALL("init") ASCENDC_COMPILER_CALL("vptr_update")
            ASCENDC_COMPILER_CALL("read_range") ASCENDC_COMPILER_CALL("write_range")
                ASCENDC_COMPILER_ACCESS("1") ASCENDC_COMPILER_ACCESS("2")
                    ASCENDC_COMPILER_ACCESS("4") ASCENDC_COMPILER_ACCESS("8")
                        ASCENDC_COMPILER_ACCESS("16") ASCENDC_COMPILER_UNALIGNED("2")
                            ASCENDC_COMPILER_UNALIGNED("4") ASCENDC_COMPILER_UNALIGNED("8")
                                ASCENDC_COMPILER_UNALIGNED("16") ASCENDC_COMPILER_ATOMIC("8")
                                    ASCENDC_COMPILER_ATOMIC("16") ASCENDC_COMPILER_ATOMIC("32")
                                        ASCENDC_COMPILER_ATOMIC("64")
                                            ASCENDC_COMPILER_CALL("atomic_thread_fence")
                                                ASCENDC_COMPILER_CALL("atomic_signal_fence"));

#undef ASCENDC_COMPILER_CALL
#undef ASCENDC_COMPILER_ACCESS
#undef ASCENDC_COMPILER_UNALIGNED
#undef ASCENDC_COMPILER_ATOMIC

#endif
