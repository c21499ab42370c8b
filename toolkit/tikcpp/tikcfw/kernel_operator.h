// Ascend C for kernels: everything that <kernel_operator.h> of CANN offers, with the AI core
// simulated on the CPU. Thin: this file only lists the parts.
#pragma once

// Kernels may be called sin, tanh, exp...: the C library must have been read before they are
// renamed.
#include <math.h>
#include <stdlib.h>

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// The order matters: later parts use earlier ones.
// clang-format off
#include "detail/macros.h"
#include "detail/constants.h"
#include "detail/half.h"
#include "detail/bfloat16.h"
#include "detail/complex.h"
#include "detail/int4b.h"
#include "detail/enums.h"
#include "isa/core.h"
#include "isa/issue.h"
#include "detail/tensor.h"
#include "detail/core_all.h"
#include "detail/vec_all.h"
#include "detail/adv_all.h"
#if __has_include("detail/cube_all.h")
#include "detail/cube_all.h"
#endif
#if __has_include("detail/matmul_all.h")
#include "detail/matmul_all.h"
#endif
// clang-format on

// Names of the scalar types in other toolkits that kernels use too.
using float16_t = half;
using float32_t = float;
