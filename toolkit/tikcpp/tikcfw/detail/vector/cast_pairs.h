// Which conversions Cast has on each architecture, and with which roundings: Cast.md's tables, and
// where CANN's own headers issue an instruction that these leave out.
#pragma once

#include "isa/vec_types.h"

namespace AscendC::isa {

/// Sets of roundings; bit n: RoundMode n.
enum RoundSet : uint32_t {
    kRoundNot = 1,        ///< CAST_NONE
    kRoundFive = 0x3e,    ///< CAST_RINT to CAST_TRUNC
    kRoundOdd = 0x40,     ///< CAST_ODD
    kRoundRint = 0x02,    ///< CAST_RINT alone
    kRoundNoRint = 0x3c,  ///< CAST_FLOOR to CAST_TRUNC
    kRoundAny = 0x7f,     ///< the conversion does not go by the rounding
};

/// The conversions of 910 (100) and 310P (200); 0: there is none.
constexpr uint32_t RoundingsBefore220(bool is_200, DType to, DType from) {
    switch (from) {
        case DType::kI8:
        case DType::kU8:
        case DType::kI16:
            return to == DType::kF16 ? kRoundNot : 0U;
        case DType::kF16:
            return to == DType::kI8 || to == DType::kU8 ? kRoundNoRint | kRoundNot
                   : to == DType::kI32                  ? kRoundFive
                   : to == DType::kF32                  ? kRoundNot
                   : to == DType::kI16 && is_200        ? kRoundRint
                   : to == DType::kI4 && is_200         ? kRoundNot
                                                        : 0U;
        case DType::kI32:
            return to == DType::kF16             ? kRoundAny
                   : to == DType::kF32           ? kRoundNot
                   : to == DType::kI16 && is_200 ? kRoundNot
                                                 : 0U;
        case DType::kF32:
            return to == DType::kF16                        ? kRoundOdd | kRoundNot
                   : to == DType::kI32 || to == DType::kI64 ? kRoundFive
                                                            : 0U;
        default:
            return 0;
    }
}

/// Conversions that 910 or 310P lacks, and that CANN's headers compile there to nothing.
constexpr bool CompilesToNothing(DType to, DType from) {
    switch (from) {
        case DType::kF32:
            return to == DType::kF32 || to == DType::kI16;
        case DType::kF16:
            return to == DType::kI16;
        case DType::kI16:
            return to == DType::kF32 || to == DType::kI8 || to == DType::kU8;
        case DType::kI32:
            return to == DType::kI64 || to == DType::kI16;
        case DType::kI64:
            return to == DType::kF32 || to == DType::kI32;
        default:
            return false;
    }
}

/// The conversions of 910B and 910_93 (220), and of 310B (300), which lacks those of int4b_t.
constexpr uint32_t RoundingsOn220(DType to, DType from) {
    switch (from) {
        case DType::kI4:
        case DType::kI8:
        case DType::kU8:
            return to == DType::kF16 ? kRoundNot : 0U;
        case DType::kI16:
            return to == DType::kF16 ? kRoundFive | kRoundNot : to == DType::kF32 ? kRoundNot : 0U;
        case DType::kF16:
            // Half to int32 without a rounding: the documentation says both.
            return to == DType::kI4 || to == DType::kI8 || to == DType::kU8 || to == DType::kI32
                       ? kRoundFive | kRoundNot
                   : to == DType::kI16 ? kRoundFive
                   : to == DType::kF32 ? kRoundNot
                                       : 0U;
        case DType::kBF16:
            return to == DType::kI32 ? kRoundFive : to == DType::kF32 ? kRoundNot : 0U;
        case DType::kI32:
            return to == DType::kF16                        ? kRoundAny
                   : to == DType::kF32                      ? kRoundFive | kRoundNot
                   : to == DType::kI16 || to == DType::kI64 ? kRoundNot
                                                            : 0U;
        case DType::kF32:
            return to == DType::kF16 ? kRoundFive | kRoundOdd | kRoundNot
                   : (SetOf(to) & (kSetI16 | kSetI32 | kSetI64 | kSetBF16 | kSetF32)) != 0
                       ? kRoundFive
                       : 0U;
        case DType::kI64:
            return to == DType::kI32 ? kRoundNot : to == DType::kF32 ? kRoundFive : 0U;
        default:
            return 0;
    }
}

/// The conversions of 950 (310). Where CAST_NONE is not in the table, CANN's headers take it for
/// CAST_RINT.
constexpr uint32_t RoundingsOn310(DType to, DType from) {
    const uint32_t set = SetOf(to);
    switch (from) {
        case DType::kI4:
            return (set & kSetB16) != 0 && to != DType::kU16 ? kRoundNot : 0U;
        case DType::kI8:
            return (set & (kSetI16 | kSetF16 | kSetI32)) != 0 ? kRoundNot : 0U;
        case DType::kU8:
            return (set & (kSetU16 | kSetF16 | kSetU32)) != 0 ? kRoundNot : 0U;
        case DType::kI16:
            return to == DType::kF16 ? kRoundFive | kRoundNot
                   : to == DType::kI4 || (set & (kSetU8 | kSetI32 | kSetU32 | kSetF32)) != 0
                       ? kRoundNot
                       : 0U;
        case DType::kU16:
            return (set & (kSetU8 | kSetU32)) != 0 ? kRoundNot : 0U;
        case DType::kF16:
            return to == DType::kI4 || (set & kSetB8) != 0       ? kRoundFive | kRoundNot
                   : (set & (kSetI16 | kSetBF16 | kSetI32)) != 0 ? kRoundFive
                   : to == DType::kF32                           ? kRoundNot
                                                                 : 0U;
        case DType::kBF16:
            return (set & (kSetF16 | kSetI32)) != 0 ? kRoundFive
                   : to == DType::kF32              ? kRoundNot
                                                    : 0U;
        case DType::kI32:
            return to == DType::kF16                                     ? kRoundAny
                   : to == DType::kF32                                   ? kRoundFive | kRoundNot
                   : (set & (kSetU8 | kSetI16 | kSetU16 | kSetI64)) != 0 ? kRoundNot
                                                                         : 0U;
        case DType::kU32:
            return (set & (kSetU8 | kSetI16 | kSetU16)) != 0 ? kRoundNot : 0U;
        default:
            return RoundingsOn220(to, from);
    }
}

/// Roundings that Cast has for a conversion on an architecture; 0: there is no such conversion.
constexpr uint32_t CastRoundings(uint32_t arch, DType to, DType from) {
    to = to == DType::kBool ? DType::kU8 : to;
    from = from == DType::kBool ? DType::kU8 : from;
    const bool has_nibbles = to == DType::kI4 || from == DType::kI4;
    return arch < 220                   ? RoundingsBefore220(arch == 200, to, from)
           : arch == 310                ? RoundingsOn310(to, from)
           : arch == 300 && has_nibbles ? 0U
                                        : RoundingsOn220(to, from);
}

/// The same for all of kArchs.
struct RoundingTable {
    uint32_t of[5];
};
constexpr RoundingTable RoundingsOf(DType to, DType from) {
    RoundingTable table = {};
    for (uint32_t i = 0; i < 5; ++i) {
        table.of[i] = CastRoundings(kArchs[i], to, from);
    }
    return table;
}

/// Bits of the architectures for which CANN's compiler rejects a conversion.
constexpr uint32_t ArchsWithoutCast(DType to, DType from) {
    uint32_t archs = 0;
    for (uint32_t i = 0; i < 5; ++i) {
        const bool is_compiled = kArchs[i] < 220 && CompilesToNothing(to, from);
        archs |= CastRoundings(kArchs[i], to, from) == 0 && !is_compiled ? 1U << i : 0U;
    }
    return archs;
}

/// Rejects a conversion where an architecture lacks it.
template <DType to, DType from>
ASCENDC_ALWAYS_INLINE void RequireCast() {
    constexpr uint32_t without = ArchsWithoutCast(to, from);
    static_assert(without != ArchBits<100, 200, 220, 300, 310>(),
                  "Cast has no conversion between these element types");
    if constexpr (without != 0) {
        constexpr PackedName name = Pack("Cast");
        constexpr uint32_t facts = LackFacts(without, to, from, ASCENDC_LACK_ANY);
        ASCENDC_LACKS(facts, name);
    }
}

/// Whether the core converts: it does not write the target where the conversion lacks the
/// rounding. A kernel compiled for another architecture may ask for a conversion that this one
/// lacks, which ends it.
template <DType to, DType from>
ASCENDC_ALWAYS_INLINE bool HasRounding(uint32_t mode) {
    constexpr RoundingTable kTable = RoundingsOf(to, from);
    const uint32_t roundings = kTable.of[ArchIndex(CurrentCore().arch)];
    if (__builtin_expect((roundings >> mode & 1) != 0, 1)) {
        return true;
    }
    if (roundings == 0) {
        TrapForApi("Cast between these types");
    }
    RejectParameter("Cast", "round_mode", static_cast<int64_t>(mode),
                    "is no rounding of this conversion; the core then does not write the target");
    return false;
}

}  // namespace AscendC::isa
