#include "nnopbase/scalar_value.h"

#include <cstring>

#include "detail/types/half_bits.h"
#include "support/bytes.h"

namespace nnopbase {
namespace {

template <typename T>
T ReadAs(const uint8_t* bytes) {
    T value;
    memcpy(&value, bytes, sizeof(value));
    return value;
}

struct Number {
    bool is_real;
    double real;
    int64_t integer;
};

Number Real(double value) {
    // Out of range conversions are undefined in C++; they end at the bounds here.
    const int64_t integer = value >= 9223372036854775808.0    ? INT64_MAX
                            : value >= -9223372036854775808.0 ? static_cast<int64_t>(value)
                            : value == value                  ? INT64_MIN
                                                              : 0;
    return Number{true, value, integer};
}

Number Integer(int64_t value) {
    return Number{false, static_cast<double>(value), value};
}

bool ReadNumber(const aclScalar& scalar, Number* number) {
    const uint8_t* bytes = static_cast<const uint8_t*>(scalar.GetData());
    switch (scalar.GetDataType()) {
        case ge::DT_FLOAT:
            *number = Real(ReadAs<float>(bytes));
            return true;
        case ge::DT_DOUBLE:
            *number = Real(ReadAs<double>(bytes));
            return true;
        case ge::DT_FLOAT16:
            *number = Real(AscendC::isa::FloatOfHalfBits(ReadAs<uint16_t>(bytes)));
            return true;
        case ge::DT_BF16:
            *number = Real(AscendC::isa::FloatOfBfloat16Bits(ReadAs<uint16_t>(bytes)));
            return true;
        case ge::DT_INT8:
            *number = Integer(ReadAs<int8_t>(bytes));
            return true;
        case ge::DT_INT16:
            *number = Integer(ReadAs<int16_t>(bytes));
            return true;
        case ge::DT_INT32:
            *number = Integer(ReadAs<int32_t>(bytes));
            return true;
        case ge::DT_INT64:
            *number = Integer(ReadAs<int64_t>(bytes));
            return true;
        case ge::DT_UINT8:
        case ge::DT_BOOL:
            *number = Integer(ReadAs<uint8_t>(bytes));
            return true;
        case ge::DT_UINT16:
            *number = Integer(ReadAs<uint16_t>(bytes));
            return true;
        case ge::DT_UINT32:
            *number = Integer(ReadAs<uint32_t>(bytes));
            return true;
        case ge::DT_UINT64:
            *number = Integer(static_cast<int64_t>(ReadAs<uint64_t>(bytes)));
            number->real = static_cast<double>(ReadAs<uint64_t>(bytes));
            return true;
        default:
            return false;
    }
}

bool IsComplex(ge::DataType dtype) {
    return dtype == ge::DT_COMPLEX64 || dtype == ge::DT_COMPLEX128 || dtype == ge::DT_COMPLEX32;
}

/// Complex numbers are converted to complex numbers only.
bool AppendComplex(const aclScalar& scalar, ge::DataType dtype, std::vector<uint8_t>* bytes) {
    double parts[2] = {0, 0};
    const uint8_t* value = static_cast<const uint8_t*>(scalar.GetData());
    Number number;
    if (scalar.GetDataType() == ge::DT_COMPLEX64) {
        parts[0] = ReadAs<float>(value);
        parts[1] = ReadAs<float>(value + sizeof(float));
    } else if (scalar.GetDataType() == ge::DT_COMPLEX128) {
        parts[0] = ReadAs<double>(value);
        parts[1] = ReadAs<double>(value + sizeof(double));
    } else if (scalar.GetDataType() == ge::DT_COMPLEX32) {
        parts[0] = AscendC::isa::FloatOfHalfBits(ReadAs<uint16_t>(value));
        parts[1] = AscendC::isa::FloatOfHalfBits(ReadAs<uint16_t>(value + sizeof(uint16_t)));
    } else if (ReadNumber(scalar, &number)) {
        parts[0] = number.real;
    } else {
        return false;
    }
    for (const double part : parts) {
        const ge::DataType part_type = dtype == ge::DT_COMPLEX64    ? ge::DT_FLOAT
                                       : dtype == ge::DT_COMPLEX128 ? ge::DT_DOUBLE
                                                                    : ge::DT_FLOAT16;
        AppendNumber(part, 0, part_type, bytes);
    }
    return true;
}

}  // namespace

bool AppendNumber(double real, int64_t integer, ge::DataType dtype, std::vector<uint8_t>* bytes) {
    switch (dtype) {
        case ge::DT_FLOAT:
            support::AppendBytes(static_cast<float>(real), bytes);
            return true;
        case ge::DT_DOUBLE:
            support::AppendBytes(real, bytes);
            return true;
        case ge::DT_FLOAT16:
            support::AppendBytes(AscendC::isa::HalfBitsOf(static_cast<float>(real)), bytes);
            return true;
        case ge::DT_BF16:
            support::AppendBytes(AscendC::isa::Bfloat16BitsOf(static_cast<float>(real)), bytes);
            return true;
        case ge::DT_BOOL:
            support::AppendBytes(static_cast<uint8_t>(integer != 0 || real != 0 ? 1 : 0), bytes);
            return true;
        case ge::DT_INT8:
        case ge::DT_UINT8:
            support::AppendBytes(static_cast<uint8_t>(integer), bytes);
            return true;
        case ge::DT_INT16:
        case ge::DT_UINT16:
            support::AppendBytes(static_cast<uint16_t>(integer), bytes);
            return true;
        case ge::DT_INT32:
        case ge::DT_UINT32:
            support::AppendBytes(static_cast<uint32_t>(integer), bytes);
            return true;
        case ge::DT_INT64:
        case ge::DT_UINT64:
            support::AppendBytes(integer, bytes);
            return true;
        default:
            return false;
    }
}

bool AppendScalar(const aclScalar& scalar, ge::DataType dtype, std::vector<uint8_t>* bytes) {
    if (scalar.GetDataType() == dtype) {
        const size_t size = (ElementBits(dtype) + 7) / 8;
        const uint8_t* value = static_cast<const uint8_t*>(scalar.GetData());
        bytes->insert(bytes->end(), value, value + size);
        return size > 0;
    }
    if (IsComplex(dtype)) {
        return AppendComplex(scalar, dtype, bytes);
    }
    Number number;
    return ReadNumber(scalar, &number) && AppendNumber(number.real, number.integer, dtype, bytes);
}

}  // namespace nnopbase
