// Enumerations that tiling functions and kernels share.
#ifndef KERNEL_TILING_TILING_ENUMS_H_
#define KERNEL_TILING_TILING_ENUMS_H_

#include <stdint.h>

namespace AscendC {
/// Of TopK: rows of any length, or of 32 elements.
enum class TopKMode {
    TOPK_NORMAL,
    TOPK_NSMALL,
};

/// Which axes, from the first on, are reduced (R) and kept (A).
enum class ReducePattern : uint32_t {
    AR = 0,
    RA = 1,
    R,
    ARA,
    ARAR,
    ARARA,
    ARARAR,
    ARARARA,
    ARARARAR,
    ARARARARA,
    RAR,
    RARA,
    RARAR,
    RARARA,
    RARARAR,
    RARARARA,
};
}  // namespace AscendC

#endif  // KERNEL_TILING_TILING_ENUMS_H_
