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

}  // namespace AscendC::isa
