#include "nnopbase/scalar_value.h"

#include <cstring>

namespace nnopbase {
namespace {

/// Rounds to nearest, ties to even; infinities and NaN are kept.
uint16_t HalfFromFloat(float value) {
    uint32_t bits = 0;
    memcpy(&bits, &value, sizeof(bits));
    const uint16_t sign = static_cast<uint16_t>((bits >> 16) & 0x8000U);
    const uint32_t magnitude = bits & 0x7FFFFFFFU;
    if (magnitude > 0x7F800000U) {
        return static_cast<uint16_t>(sign | 0x7E00U);
    }
    // 65520 is the first value that rounds to infinity.
    if (magnitude >= 0x477FF000U) {
        return static_cast<uint16_t>(sign | 0x7C00U);
    }
    if (magnitude < 0x33000000U) {
        return sign;
    }
    const int exponent = static_cast<int>(magnitude >> 23) - 127;
    const uint32_t fraction = (magnitude & 0x7FFFFFU) | 0x800000U;
    const int drop = exponent < -14 ? 13 + (-14 - exponent) : 13;
    const uint32_t rest = fraction & ((1U << drop) - 1U);
    const uint32_t half = 1U << (drop - 1);
    uint32_t kept = fraction >> drop;
    kept += rest > half || (rest == half && (kept & 1U) != 0) ? 1 : 0;
    return static_cast<uint16_t>(
        sign | (exponent < -14 ? kept : (static_cast<uint32_t>(exponent + 14) << 10) + kept));
}

float FloatFromHalf(uint16_t half) {
    const uint32_t sign = static_cast<uint32_t>(half & 0x8000U) << 16;
    const uint32_t exponent = (half >> 10) & 0x1FU;
    const uint32_t fraction = half & 0x3FFU;
    if (exponent == 0) {
        const float magnitude = static_cast<float>(fraction) * __builtin_ldexpf(1.0F, -24);
        return sign != 0 ? -magnitude : magnitude;
    }
    const uint32_t bits =
        sign | (exponent == 31 ? 0x7F800000U : (exponent + 112U) << 23) | (fraction << 13);
    float value = 0;
    memcpy(&value, &bits, sizeof(value));
    return value;
}

uint16_t BfloatFromFloat(float value) {
    uint32_t bits = 0;
    memcpy(&bits, &value, sizeof(bits));
    if ((bits & 0x7FFFFFFFU) > 0x7F800000U) {
        return static_cast<uint16_t>((bits >> 16) | 0x40U);
    }
    return static_cast<uint16_t>((bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16);
}

float FloatFromBfloat(uint16_t value) {
    const uint32_t bits = static_cast<uint32_t>(value) << 16;
    float result = 0;
    memcpy(&result, &bits, sizeof(result));
    return result;
}

template <typename T>
T ReadAs(const uint8_t* bytes) {
    T value;
    memcpy(&value, bytes, sizeof(value));
    return value;
}

template <typename T>
void Append(T value, std::vector<uint8_t>* bytes) {
    const uint8_t* raw = reinterpret_cast<const uint8_t*>(&value);
    bytes->insert(bytes->end(), raw, raw + sizeof(value));
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
            *number = Real(FloatFromHalf(ReadAs<uint16_t>(bytes)));
            return true;
        case ge::DT_BF16:
            *number = Real(FloatFromBfloat(ReadAs<uint16_t>(bytes)));
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
        parts[0] = FloatFromHalf(ReadAs<uint16_t>(value));
        parts[1] = FloatFromHalf(ReadAs<uint16_t>(value + sizeof(uint16_t)));
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
            Append(static_cast<float>(real), bytes);
            return true;
        case ge::DT_DOUBLE:
            Append(real, bytes);
            return true;
        case ge::DT_FLOAT16:
            Append(HalfFromFloat(static_cast<float>(real)), bytes);
            return true;
        case ge::DT_BF16:
            Append(BfloatFromFloat(static_cast<float>(real)), bytes);
            return true;
        case ge::DT_BOOL:
            Append(static_cast<uint8_t>(integer != 0 || real != 0 ? 1 : 0), bytes);
            return true;
        case ge::DT_INT8:
        case ge::DT_UINT8:
            Append(static_cast<uint8_t>(integer), bytes);
            return true;
        case ge::DT_INT16:
        case ge::DT_UINT16:
            Append(static_cast<uint16_t>(integer), bytes);
            return true;
        case ge::DT_INT32:
        case ge::DT_UINT32:
            Append(static_cast<uint32_t>(integer), bytes);
            return true;
        case ge::DT_INT64:
        case ge::DT_UINT64:
            Append(integer, bytes);
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
