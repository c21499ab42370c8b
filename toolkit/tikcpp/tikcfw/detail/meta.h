// Facts about a kernel that the compiler leaves in section .ascendc.meta of its object file, where the
// kernel compiler (opc) reads them before linking: see isa/kernel_abi.h for the kinds.
#pragma once

#include "isa/kernel_abi.h"

/// Emits one record where the statement is compiled into the kernel. The arguments must be constants after
/// optimisation; code that is never instantiated leaves no record, repeated records mean the same.
#define ASCENDC_META(kind, a, b)                                 \
    __asm__ volatile(                                            \
        ".pushsection .ascendc.meta,\"\",@progbits\n\t"          \
        ".long %c0, 0\n\t"                                       \
        ".quad %c1, %c2\n\t"                                     \
        ".popsection" ::"i"(kind),                               \
        "i"(a), "i"(b))
