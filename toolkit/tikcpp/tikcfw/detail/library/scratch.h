// Temporaries of library functions of vectors: not used here, but reported to observers.
#pragma once

#include "detail/memory/scratch.h"
#include "isa/library_types.h"

namespace AscendC::isa {

/// The bytes that each function of vectors needs at least, by the element type.
#define ASCENDC_SCRATCH_FUNCTION(name, half, single, reused)                                   \
    struct Scratch##name {                                                                     \
        static constexpr const char* kName = #name;                                            \
        template <typename T, bool isReuseSource>                                              \
        static uint64_t Bytes() {                                                              \
            return kScratchVector * (sizeof(T) == 2 ? half : isReuseSource ? reused : single); \
        }                                                                                      \
    };
ASCENDC_SCRATCH_VECTORS(ASCENDC_SCRATCH_FUNCTION)
ASCENDC_SCRATCH_FUNCTION(Axpy, kAxpyHalfVectors, 0, 0)
ASCENDC_SCRATCH_FUNCTION(Lgamma, kLgammaHalfVectors, kLgammaFloatVectors, kLgammaReusedVectors)
ASCENDC_SCRATCH_FUNCTION(Log2, kLog2HalfVectors, 0, 0)
ASCENDC_SCRATCH_FUNCTION(Sigmoid, 1, 1, 1)
ASCENDC_SCRATCH_FUNCTION(Hypot, 0, 0, 0)
ASCENDC_SCRATCH_FUNCTION(ReGlu, kReGluHalfVectors, kReGluFloatVectors, kReGluFloatVectors)
#undef ASCENDC_SCRATCH_FUNCTION
struct ScratchRound {
    static constexpr const char* kName = "Round";
    template <typename T, bool isReuseSource>
    static uint64_t Bytes() {
        return kScratchVector * RoundVectors(CurrentCore().arch, sizeof(T));
    }
};
struct ScratchPower {
    static constexpr const char* kName = "Power";
    template <typename T, bool isReuseSource>
    static uint64_t Bytes() {
        return PowerScratch(CurrentCore().arch, std::is_integral_v<T>, sizeof(T), true);
    }
};

/// The same of a function of vectors.
template <typename Function, typename T, bool isReuseSource>
inline void NoteScratch(const LocalTensor<uint8_t>& scratch = LocalTensor<uint8_t>()) {
    NoteScratch(Function::kName, scratch, Function::template Bytes<PrimT<T>, isReuseSource>());
}

}  // namespace AscendC::isa
