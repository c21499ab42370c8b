// Data types of instruction operands, shared by kernels and the instruction executors.
#pragma once

#include <cstdint>

namespace AscendC {

class half;
struct bfloat16_t;
struct int4b_t;

namespace isa {

/// Element type of an operand. The numbers are those of ge::DataType, so that they can be printed
/// and compared with what the host side uses.
enum class DType : uint8_t {
    kF32 = 0,
    kF16 = 1,
    kI8 = 2,
    kI32 = 3,
    kU8 = 4,
    kI16 = 6,
    kU16 = 7,
    kU32 = 8,
    kI64 = 9,
    kU64 = 10,
    kF64 = 11,
    kBool = 12,
    kBF16 = 27,
    kI4 = 29,
    kNone = 255,
};

template <typename T>
struct DTypeTraits {
    static constexpr DType value = DType::kNone;
};

#define ASCENDC_DTYPE_OF(type, dtype)         \
    template <>                               \
    struct DTypeTraits<type> {                \
        static constexpr DType value = dtype; \
    }
ASCENDC_DTYPE_OF(float, DType::kF32);
ASCENDC_DTYPE_OF(half, DType::kF16);
ASCENDC_DTYPE_OF(int8_t, DType::kI8);
ASCENDC_DTYPE_OF(int32_t, DType::kI32);
ASCENDC_DTYPE_OF(uint8_t, DType::kU8);
ASCENDC_DTYPE_OF(int16_t, DType::kI16);
ASCENDC_DTYPE_OF(uint16_t, DType::kU16);
ASCENDC_DTYPE_OF(uint32_t, DType::kU32);
ASCENDC_DTYPE_OF(int64_t, DType::kI64);
ASCENDC_DTYPE_OF(uint64_t, DType::kU64);
ASCENDC_DTYPE_OF(double, DType::kF64);
ASCENDC_DTYPE_OF(bool, DType::kBool);
ASCENDC_DTYPE_OF(bfloat16_t, DType::kBF16);
ASCENDC_DTYPE_OF(int4b_t, DType::kI4);
#undef ASCENDC_DTYPE_OF

/// DType of a C++ element type; kNone when the type has no place in an instruction.
template <typename T>
inline constexpr DType DTypeOf = DTypeTraits<T>::value;

}  // namespace isa
}  // namespace AscendC
