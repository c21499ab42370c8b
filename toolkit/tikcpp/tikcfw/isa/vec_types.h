// Which element types vector instructions accept, per architecture.
#pragma once

#include <cstdint>
#include <cstring>

#include "detail/core/meta.h"
#include "detail/types/macros.h"
#include "isa/core.h"
#include "isa/lacks.h"
#include "isa/print.h"
#include "isa/types.h"

// clang-format off
/// X(API, accepted element types): APIs whose instructions are no element-wise ones.
#define ASCENDC_VEC_API_TYPES(X) \
    X(Compare, Types(kSetFH, kSetFH, kSetFH | kSetI32, kSetFH, kSetNumber)) \
    X(CompareScalar, Types(0, kSetFH, kSetFH | kSetI32, kSetB16 | kSetB32, kSetNumber)) \
    X(Select, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetNumber)) \
    X(Duplicate, Types(kSetB16 | kSetB32, kSetB16 | kSetB32, kSetB16 | kSetB32, kSetB16 | kSetB32, kSetNumber)) \
    X(CreateVecIndex, Types(0, kSetVector, kSetVector, kSetVector, kSetSigned)) \
    X(Copy, Types(0, 0, kSetB16 | kSetB32, kSetB16 | kSetB32, kSetNumber)) \
    X(Brcb, Types(0, kSetB16 | kSetB32, kSetB16 | kSetB32, kSetB16 | kSetB32, kSetNumber)) \
    X(Gather, Types(0, kSetB16 | kSetB32, kSetB16 | kSetB32, kSetB8 | kSetB16 | kSetB32, kSetNumber)) \
    X(Scatter, Types(0, kSetB16 | kSetB32, 0, kSetB8 | kSetB16 | kSetB32, kSetNumber)) \
    X(GatherMask, Types(0, kSetB16 | kSetB32, kSetB16 | kSetB32, kSetB16 | kSetB32, kSetB8 | kSetB16 | kSetB32)) \
    X(WholeReduceSum, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetFH | kSetI32 | kSetU32)) \
    X(WholeReduceMax, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetExtreme)) \
    X(WholeReduceMin, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetExtreme)) \
    X(RepeatReduceSum, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetFH | kSetI32 | kSetU32)) \
    X(BlockReduceSum, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetFH)) \
    X(BlockReduceMax, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetFH)) \
    X(BlockReduceMin, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetFH)) \
    X(PairReduceSum, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetFH)) \
    X(ReduceSum, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetFH | kSetI32 | kSetU32 | kSetB64)) \
    X(ReduceMax, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetExtreme | kSetB64)) \
    X(ReduceMin, Types(kSetFH, kSetFH, kSetFH, kSetFH, kSetExtreme | kSetB64)) \
    X(Sort32, Types(0, 0, kSetFH, kSetFH, kSetFH)) \
    X(RpSort16, Types(kSetF16, kSetFH, 0, 0, 0)) \
    X(MrgSort4, Types(kSetF16, kSetFH, 0, 0, 0)) \
    X(ProposalConcat, Types(kSetF16, kSetFH, 0, 0, 0)) \
    X(ProposalExtract, Types(kSetF16, kSetFH, 0, 0, 0)) \
    X(VectorPadding, Types(0, kSetB16 | kSetB32, 0, 0, 0)) \
    X(Broadcast, OnX90(Types(0, kSetB8 | kSetB16 | kSetB32, kSetB8 | kSetB16 | kSetB32, 0, kSetNumber))) \
    X(ArithProgression, OnX90(Types(0, kSetVector, kSetVector, 0, kSetVector | kSetI64))) \
    X(SelectWithBytes, OnX90(Types(0, kSetFH, kSetFH, 0, kSetFH))) \
    X(Fill, Types(0, kSetNumber, kSetNumber, 0, kSetNumber)) \
    X(InitConstValue, Types(kSetF16, kSetI16 | kSetU16 | kSetF16, kSetB16 | kSetB32, kSetB16 | kSetB32, kSetB16 | kSetB32)) \
    X(LoadImageToLocal, Types(0, kSetB8 | kSetF16, kSetI8 | kSetF16, kSetB8 | kSetF16, kSetB8 | kSetF16))
// clang-format on

#define ASCENDC_VEC_ENUM(name, types) k##name,
#define ASCENDC_VEC_CASE(name, types) \
    case ASCENDC_VEC_OP::k##name:     \
        return {types, Pack(#name)};

namespace AscendC::isa {

/// Sets of element types, to say what an instruction accepts.
enum TypeSet : uint32_t {
    kSetF32 = 1U << 0,
    kSetF16 = 1U << 1,
    kSetBF16 = 1U << 2,
    kSetI8 = 1U << 3,
    kSetU8 = 1U << 4,
    kSetI16 = 1U << 5,
    kSetU16 = 1U << 6,
    kSetI32 = 1U << 7,
    kSetU32 = 1U << 8,
    kSetI64 = 1U << 9,
    kSetU64 = 1U << 10,
    kSetFloat = kSetF32 | kSetF16 | kSetBF16,
    kSetInt = kSetI8 | kSetU8 | kSetI16 | kSetU16 | kSetI32 | kSetU32 | kSetI64 | kSetU64,
    kSetNumber = kSetFloat | kSetInt,
    kSetFH = kSetF32 | kSetF16,
    kSetB16 = kSetF16 | kSetBF16 | kSetI16 | kSetU16,
    kSetB32 = kSetF32 | kSetI32 | kSetU32,
    kSetB8 = kSetI8 | kSetU8,
    kSetB64 = kSetI64 | kSetU64,
    kSetSigned = kSetFH | kSetI8 | kSetI16 | kSetI32 | kSetI64,
    kSetScaled = kSetFloat | kSetI16 | kSetI32 | kSetI64 | kSetU64,
    kSetExtreme = kSetFH | kSetI16 | kSetU16 | kSetI32 | kSetU32,
    kSetVector = kSetFH | kSetI16 | kSetI32,
    kSetPower = kSetFH | kSetI32,
    kSetShift = kSetI16 | kSetU16 | kSetI32 | kSetU32,
};

constexpr uint32_t SetOf(DType type) {
    switch (type) {
        case DType::kF32:
            return kSetF32;
        case DType::kF16:
            return kSetF16;
        case DType::kBF16:
            return kSetBF16;
        case DType::kI8:
            return kSetI8;
        case DType::kBool:
        case DType::kU8:
            return kSetU8;
        case DType::kI16:
            return kSetI16;
        case DType::kU16:
            return kSetU16;
        case DType::kI32:
            return kSetI32;
        case DType::kU32:
            return kSetU32;
        case DType::kI64:
            return kSetI64;
        case DType::kU64:
            return kSetU64;
        default:
            return 0;
    }
}

/// Element types per architecture: 12 bits each for 100, 200, 220, 300 and 310.
using TypeTable = uint64_t;

constexpr uint32_t kTypeBits = 12;

/// The sets of 100 (910), 200 (310P), 220 (910B, 910_93), 300 (310B) and 310 (950).
constexpr TypeTable Types(uint64_t on100, uint64_t on200, uint64_t on220, uint64_t on300,
                          uint64_t on310) {
    return on100 | on200 << kTypeBits | on220 << 2 * kTypeBits | on300 << 3 * kTypeBits |
           on310 << 4 * kTypeBits;
}
/// The same on all.
constexpr TypeTable Types(uint64_t all) {
    return Types(all, all, all, all, all);
}

/// Kirin X90 has the architecture of 310B, but functions of the library that 310B lacks: it takes
/// the types of 220.
constexpr TypeTable OnX90(TypeTable table) {
    return table | uint64_t{1} << kX90 * kTypeBits;
}

constexpr uint32_t TypesOn(TypeTable table, uint32_t arch_index) {
    return static_cast<uint32_t>(table >> arch_index * kTypeBits) & ((1U << kTypeBits) - 1);
}

/// Types that some architecture accepts.
constexpr uint32_t AnyTypes(TypeTable table) {
    uint32_t types = 0;
    for (uint32_t i = 0; i < 5; ++i) {
        types |= TypesOn(table, i);
    }
    return types;
}

/// Bit i: architecture kArchs[i] lacks the type; bit kX90: Kirin X90 has it though 310B does not.
constexpr uint32_t ArchsWithout(TypeTable table, DType type) {
    uint32_t archs = 0;
    for (uint32_t i = 0; i < 5; ++i) {
        archs |= (TypesOn(table, i) & SetOf(type)) == 0 ? 1U << i : 0U;
    }
    constexpr uint32_t kOn220 = 2;
    const bool on_x90 = TypesOn(table, kX90) != 0 && (TypesOn(table, kOn220) & SetOf(type)) != 0;
    return archs != 0 && on_x90 ? archs | 1U << kX90 : archs;
}

/// What an instruction is called and accepts.
struct OpTraits {
    TypeTable types;
    PackedName name;
};

/// Rejects a type that no architecture accepts. One that only some accept is left to the kernel
/// compiler, which knows the architecture that a kernel is for. (Traits are found where this is
/// used: those of other lists are declared later.)
template <auto op, DType type, TypeTable table>
ASCENDC_ALWAYS_INLINE void RequireType() {
    static_assert((AnyTypes(table) & SetOf(type)) != 0, "the instruction lacks this element type");
    constexpr uint32_t without = ArchsWithout(table, type);
    if constexpr (without != 0) {
        constexpr PackedName name = TraitsOf(op).name;
        constexpr uint32_t facts = LackFacts(without, type, DType::kNone, ASCENDC_LACK_ANY);
        ASCENDC_LACKS(facts, name);
    }
}

enum class VecApi : uint16_t { ASCENDC_VEC_API_TYPES(ASCENDC_VEC_ENUM) };
constexpr OpTraits TraitsOf(VecApi op) {
#define ASCENDC_VEC_OP VecApi
    switch (op) { ASCENDC_VEC_API_TYPES(ASCENDC_VEC_CASE) }
#undef ASCENDC_VEC_OP
    return {};
}

/// Ends the kernel: the name of an instruction, and the bytes of the element that it lacks.
[[noreturn]] inline void TrapForType(PackedName name, size_t bytes) {
    char text[80] = {};
    std::memcpy(text, &name, sizeof(name));
    const char message[] = ": this SoC has it not for elements of ";
    const size_t length = std::strlen(text);
    std::memcpy(text + length, message, sizeof(message) - 1);
    text[length + sizeof(message) - 1] = static_cast<char>('0' + bytes);
    std::memcpy(text + length + sizeof(message), " B", 2);
    aicore_trap(text);
}

/// A trap where the architecture lacks the type.
template <TypeTable table, typename T>
ASCENDC_ALWAYS_INLINE void TrapWithout(PackedName name) {
    constexpr uint32_t without = ArchsWithout(table, DTypeOf<T>);
    if constexpr (without != 0) {
        const uint32_t arch = CurrentCore().arch;
        for (uint32_t i = 0; i < 5; ++i) {
            if (kArchs[i] == arch && (without >> i & 1) != 0) {
                TrapForType(name, sizeof(T));
            }
        }
    }
}

/// Rejects elements of 8 and 64 bits on 950 in the forms with a mask and repeats: there it takes
/// them with a count only.
template <auto op, typename T>
ASCENDC_ALWAYS_INLINE void RequireRepeats() {
    constexpr OpTraits traits = TraitsOf(op);
    constexpr uint32_t counted = TypesOn(traits.types, ArchIndex(310)) & (kSetB8 | kSetB64);
    if constexpr ((counted & SetOf(DTypeOf<T>)) != 0) {
        constexpr PackedName name = traits.name;
        constexpr uint32_t facts =
            LackFacts(ArchBits<310>(), DTypeOf<T>, DType::kNone, ASCENDC_LACK_REPEATS);
        ASCENDC_LACKS(facts, name);
    }
}

/// Checks the element type T of an instruction.
template <auto op, typename T>
ASCENDC_ALWAYS_INLINE void RequireTypeOf() {
    RequireType<op, DTypeOf<T>, TraitsOf(op).types>();
}

/// For instructions whose type CANN's headers check while the kernel runs, so that kernels with a
/// branch that never does are compiled: a trap where the architecture lacks the type.
template <auto op, typename T>
ASCENDC_ALWAYS_INLINE void RequireTypeAtRun() {
    constexpr OpTraits traits = TraitsOf(op);
    static_assert((AnyTypes(traits.types) & SetOf(DTypeOf<T>)) != 0,
                  "the instruction lacks this element type");
    TrapWithout<traits.types, T>(traits.name);
}

}  // namespace AscendC::isa
