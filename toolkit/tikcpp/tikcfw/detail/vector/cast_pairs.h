// Which conversions Cast has on the architecture of 910B and 910_93 (220).
#pragma once

#include "isa/vec_types.h"

namespace AscendC::isa {

constexpr uint32_t kArch220 = 1U << 2;  ///< bit of ArchsWithout()

/// int4b_t has no bit in a TypeSet: its conversions are those of half.
constexpr uint32_t CastTargetsOn220(DType from) {
    switch (from) {
        case DType::kI4:
        case DType::kI8:
        case DType::kU8:
        case DType::kBool:
            return kSetF16;
        case DType::kI16:
            return kSetF16 | kSetF32;
        case DType::kF16:
            return kSetI8 | kSetU8 | kSetI16 | kSetI32 | kSetF32;
        case DType::kBF16:
            return kSetI32 | kSetF32;
        case DType::kI32:
            return kSetI16 | kSetF16 | kSetF32 | kSetI64;
        case DType::kF32:
            return kSetI16 | kSetI32 | kSetI64 | kSetBF16 | kSetF32 | kSetF16;
        case DType::kI64:
            return kSetI32 | kSetF32;
        default:
            return 0;
    }
}
constexpr bool CastsOn220(DType to, DType from) {
    return to == DType::kI4 ? from == DType::kF16 : (CastTargetsOn220(from) & SetOf(to)) != 0;
}

/// Conversions that architecture 100 or 200 lacks, as CANN's headers and the documentation both
/// say; the former compile them to nothing.
constexpr bool CastsNowhereOn(uint32_t arch, DType to, DType from) {
    const bool is_100 = arch == 100;
    switch (from) {
        case DType::kBF16:
            return true;
        case DType::kF32:
            return (SetOf(to) & (kSetF32 | kSetI16 | kSetBF16)) != 0;
        case DType::kF16:
            return is_100 && to == DType::kI16;
        case DType::kI16:
            return (SetOf(to) & (kSetF32 | kSetI8 | kSetU8)) != 0;
        case DType::kI32:
            return to == DType::kI64 || (is_100 && to == DType::kI16);
        case DType::kI64:
            return (SetOf(to) & (kSetF32 | kSetI32)) != 0;
        default:
            return false;
    }
}

/// Tells the kernel compiler of a conversion that 220 lacks.
template <DType to, DType from>
ASCENDC_ALWAYS_INLINE void RequireCast() {
    if constexpr (!CastsOn220(to, from)) {
        constexpr PackedName name = Pack("Cast");
        ASCENDC_META(ASCENDC_META_LACKS_TYPE | kArch220 << 8 | static_cast<uint32_t>(to) << 16 |
                         (static_cast<uint32_t>(from) + 1) << 24,
                     name.low, name.high);
    }
}

/// Roundings (bit n: RoundMode n) that Cast has for a conversion on 220; 0: not known.
constexpr uint32_t CastRoundingsOn220(DType to, DType from) {
    constexpr uint32_t kNone = 1, kFive = 0x3e, kOdd = 0x40;
    switch (from) {
        case DType::kI4:
        case DType::kI8:
        case DType::kU8:
            return kNone;
        case DType::kI16:
            return to == DType::kF16 ? kFive | kNone : kNone;
        case DType::kF16:
            // Half to int32 without a rounding: the documentation says both.
            return to == DType::kF32 ? kNone : to == DType::kI16 ? kFive : kFive | kNone;
        case DType::kBF16:
            return to == DType::kF32 ? kNone : kFive;
        case DType::kI32:
            // The conversion to half goes by the scale, whatever the rounding.
            return to == DType::kF16 ? 0 : to == DType::kF32 ? kFive | kNone : kNone;
        case DType::kF32:
            return to == DType::kF16 ? kFive | kOdd | kNone : kFive;
        case DType::kI64:
            return to == DType::kI32 ? kNone : kFive;
        default:
            return 0;
    }
}

}  // namespace AscendC::isa
