// Temporaries of library functions: not used here, but told to observers.
#pragma once

#include "detail/memory/tpipe.h"
#include "isa/scratch.h"

namespace AscendC::isa {

/// The bytes that each function needs at least, by the element type; 0: not documented.
#define ASCENDC_SCRATCH_FUNCTION(name, half, single)                               \
    struct Scratch##name {                                                         \
        static constexpr const char* kName = #name;                                \
        template <typename T>                                                      \
        static constexpr uint64_t kBytes = 256 * (sizeof(T) == 2 ? half : single); \
    };
ASCENDC_SCRATCH_VECTORS(ASCENDC_SCRATCH_FUNCTION)
ASCENDC_SCRATCH_FUNCTION(Round, 4, 2)
ASCENDC_SCRATCH_FUNCTION(Sigmoid, 1, 1)
ASCENDC_SCRATCH_FUNCTION(Hypot, 0, 0)
ASCENDC_SCRATCH_FUNCTION(ReGlu, 0, 0)
#undef ASCENDC_SCRATCH_FUNCTION
struct ScratchPower {
    static constexpr const char* kName = "Power";
    template <typename T>
    static constexpr uint64_t kBytes = 256 * (std::is_integral_v<T> ? kPowerIntVectors
                                              : sizeof(T) == 2      ? kPowerHalfVectors
                                                                    : kPowerFloatVectors) +
                                       kPowerMore;
};

/// Tells observers of the temporary that a function is given.
template <typename Function, typename T>
inline void NoteScratch([[maybe_unused]] const LocalTensor<uint8_t>& given) {
    if constexpr (kObserved) {
        Note(ScratchAct{MemoryOf(given), given.Data(), given.GetLength(),
                        Function::template kBytes<PrimT<T>>, Function::kName});
    }
}
/// The same of a function that is given none: it takes what lies behind all buffers. Log and Log10
/// have no form with a temporary, and take none, whatever GetLogMaxMinTmpSize says for Log2.
template <typename Function, typename T>
inline void NoteScratch() {
    if constexpr (!std::is_same_v<Function, ScratchLog> &&
                  !std::is_same_v<Function, ScratchLog10>) {
        Note(ScratchAct{Hardware::UB, nullptr, 0, Function::template kBytes<PrimT<T>>,
                        Function::kName});
    }
}

}  // namespace AscendC::isa
