// Complex numbers as elements of tensors: DTYPE_X is one of these for DT_COMPLEX32 and
// DT_COMPLEX64. Before the 950 there is no arithmetic on them: kernels move their bits, and some
// say so by their own alias, which may only repeat this one.
#pragma once

#include <cstdint>

using complex32 = uint32_t;  ///< two half, the real one first
using complex64 = uint64_t;  ///< two float
