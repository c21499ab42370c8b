// What library functions need as temporaries on the hardware: for the tiling functions
// GetXxxMaxMinTmpSize, and for observers of kernels.
#pragma once

/// X(function, vectors alive at a time for half, the same for float). A half function that computes
/// in float needs two half vectors for each float vector. At least 256 bytes of each are needed.
#define ASCENDC_SCRATCH_VECTORS(FUNCTION) \
    FUNCTION(Acos, 6, 4)                  \
    FUNCTION(Acosh, 6, 3)                 \
    FUNCTION(Asin, 6, 4)                  \
    FUNCTION(Asinh, 8, 4)                 \
    FUNCTION(Atan, 10, 5)                 \
    FUNCTION(Atanh, 4, 2)                 \
    FUNCTION(Axpy, 4, 1)                  \
    FUNCTION(Ceil, 4, 2)                  \
    FUNCTION(Clamp, 1, 1)                 \
    FUNCTION(Cos, 8, 4)                   \
    FUNCTION(Cosh, 6, 3)                  \
    FUNCTION(Digamma, 16, 8)              \
    FUNCTION(Erf, 8, 4)                   \
    FUNCTION(Erfc, 16, 8)                 \
    FUNCTION(Floor, 4, 2)                 \
    FUNCTION(Fmod, 8, 4)                  \
    FUNCTION(Frac, 8, 4)                  \
    FUNCTION(GeGLU, 4, 2)                 \
    FUNCTION(Lgamma, 18, 9)               \
    FUNCTION(Log, 4, 1)                   \
    FUNCTION(Log10, 4, 1)                 \
    FUNCTION(Log2, 4, 1)                  \
    FUNCTION(Sign, 3, 3)                  \
    FUNCTION(Sin, 8, 4)                   \
    FUNCTION(Sinh, 4, 2)                  \
    FUNCTION(Tan, 10, 5)                  \
    FUNCTION(Tanh, 4, 2)                  \
    FUNCTION(Trunc, 4, 2)                 \
    FUNCTION(Xor, 1, 1)

namespace AscendC::isa {

/// The same of Power; integers need kPowerIntVectors, all of them kPowerMore bytes besides.
constexpr unsigned kPowerHalfVectors = 14, kPowerFloatVectors = 7, kPowerIntVectors = 6;
constexpr unsigned kPowerMore = 256;

}  // namespace AscendC::isa
