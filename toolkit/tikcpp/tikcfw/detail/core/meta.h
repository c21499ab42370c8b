// Facts about a kernel that the compiler leaves in section .ascendc.meta of its object file, where
// the kernel compiler (opc) reads them before linking: see isa/kernel_abi.h for the kinds.
#pragma once

#include "isa/kernel_abi.h"

/// Emits one record where the statement is compiled into the kernel. The arguments must be
/// constants after optimisation; code that is never instantiated leaves no record, repeated records
/// mean the same. (Halves of 32 bits: not every compiler prints larger immediates.)
#define ASCENDC_META(kind, a, b)                                           \
    __asm__ volatile(                                                      \
        ".pushsection .ascendc.meta,\"\",@progbits\n\t"                    \
        ".long %c0, 0, %c1, %c2, %c3, %c4\n\t"                             \
        ".popsection" ::"i"(static_cast<int32_t>(kind)),                   \
        "i"(static_cast<int32_t>(static_cast<uint64_t>(a) & 0xffffffffu)), \
        "i"(static_cast<int32_t>(static_cast<uint64_t>(a) >> 32)),         \
        "i"(static_cast<int32_t>(static_cast<uint64_t>(b) & 0xffffffffu)), \
        "i"(static_cast<int32_t>(static_cast<uint64_t>(b) >> 32)))

/// The same as a declaration, which may also stand outside of functions, where statements may not.
/// (Static: a switch may jump over it.)
#define ASCENDC_META_DECLARATION(kind, a, b) ASCENDC_META_NUMBERED_(__COUNTER__, kind, a, b)
#define ASCENDC_META_NUMBERED_(number, kind, a, b) ASCENDC_META_NAMED_(number, kind, a, b)
#define ASCENDC_META_NAMED_(number, kind, a, b)                            \
    static const bool ascendc_meta_##number __attribute__((unused)) = [] { \
        ASCENDC_META(kind, a, b);                                          \
        return true;                                                       \
    }()
