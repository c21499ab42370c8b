// Ascend C for kernels: everything that <kernel_operator.h> of CANN offers, with the AI core
// simulated on the CPU. Thin: this file only lists the parts.
#ifndef ASCENDC_KERNEL_OPERATOR_H
#define ASCENDC_KERNEL_OPERATOR_H

// Kernels may be called sin, tanh, exp...: the C library must have been read before they are
// renamed.
#include <math.h>
#include <stdlib.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// The order matters: later parts use earlier ones.
// clang-format off
#include "detail/types/macros.h"
#include "detail/types/constants.h"
#include "detail/types/half.h"
#include "detail/types/bfloat16.h"
#include "detail/types/complex.h"
#include "detail/types/int4b.h"
#include "detail/types/enums.h"
#include "isa/core.h"
#include "isa/issue.h"
#include "detail/memory/tensor.h"
#include "detail/core/all.h"
#include "detail/vector/all.h"
#include "detail/library/all.h"
#include "detail/cube/all.h"
// clang-format on

// Names of the scalar types in other toolkits that kernels use too.
using float16_t = half;
using float32_t = float;

#endif  // ASCENDC_KERNEL_OPERATOR_H

// Read each time: the first one may have been precompiled, before a source defined this.
#if defined(ASCENDC_DUMP) && !ASCENDC_DUMP && !defined(ASCENDC_DUMP_IS_OFF)
#define ASCENDC_DUMP_IS_OFF
template <>
inline constexpr bool AscendC::isa::kDumps<void> = false;
#endif

// After tikicpulib.h took them away: a program that calls kernels includes one here.
#ifdef ASCENDC_CPU_DEBUG_PROGRAM
#include "detail/types/type_macros.h"
#endif
