// From a run-time element type to a C++ type.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>

#include "aicore/exec/simd.h"
#include "isa/types.h"
#include "isa/vec_types.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {

template <typename T>
struct Tag {
    using type = T;
};

/// Calls `visit(Tag<T>)` with the C++ type of an arithmetic type; returns what it returns. `visit`
/// is also instantiated for the types it rejects, so it returns a default for them.
template <typename Visit>
ASCENDC_ALWAYS_INLINE auto VisitType(DType type, const Visit& visit)
    -> decltype(visit(Tag<float>())) {
    switch (type) {
        case DType::kF32:
            return visit(Tag<float>());
        case DType::kI8:
            return visit(Tag<int8_t>());
        case DType::kU8:
            return visit(Tag<uint8_t>());
        case DType::kI16:
            return visit(Tag<int16_t>());
        case DType::kU16:
            return visit(Tag<uint16_t>());
        case DType::kI32:
            return visit(Tag<int32_t>());
        case DType::kU32:
            return visit(Tag<uint32_t>());
        case DType::kI64:
            return visit(Tag<int64_t>());
        case DType::kU64:
            return visit(Tag<uint64_t>());
        default:
            return decltype(visit(Tag<float>()))();
    }
}

/// The same for raw elements of `size` bytes.
template <typename Visit>
ASCENDC_ALWAYS_INLINE void VisitSize(uint32_t size, const Visit& visit) {
    switch (size) {
        case 1:
            visit(Tag<uint8_t>());
            break;
        case 2:
            visit(Tag<uint16_t>());
            break;
        case 4:
            visit(Tag<uint32_t>());
            break;
        default:
            visit(Tag<uint64_t>());
            break;
    }
}

/// Arithmetic types of the element types that an instruction accepts on any architecture.
constexpr uint32_t ComputeTypes(TypeTable table) {
    const uint32_t types = AnyTypes(table);
    return types | ((types & (kSetF16 | kSetBF16)) != 0 ? uint32_t{kSetF32} : 0U);
}

/// Reads a value of type T from raw bits.
template <typename T>
ASCENDC_ALWAYS_INLINE T FromBits(uint64_t bits) {
    T value;
    std::memcpy(&value, &bits, sizeof(T));
    return value;
}

template <typename T>
ASCENDC_ALWAYS_INLINE uint64_t ToBits(T value) {
    uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof(T));
    return bits;
}

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
