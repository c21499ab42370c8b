// Half precision numbers on the host.
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_FP16_T_H
#define OP_API_OP_API_COMMON_INC_OPDEV_FP16_T_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <ostream>
#include <type_traits>

namespace op {
struct bfloat16;

namespace internal {
/// Nearest value, ties to even; infinities stay infinite, and NaN is quiet with the upper bits of
/// its payload. 65520 is the first that rounds to infinity.
inline uint16_t HalfFromDouble(double value) {
    const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    const double magnitude = std::fabs(value);
    if (value != value) {
        uint64_t bits = 0;
        std::memcpy(&bits, &value, sizeof(bits));
        return static_cast<uint16_t>(sign | 0x7E00U | ((bits >> 42) & 0x3FFU));
    }
    if (magnitude >= 65520) {
        return static_cast<uint16_t>(sign | 0x7C00);
    }
    if (magnitude == 0) {
        return sign;
    }
    int exponent = 0;
    std::frexp(magnitude, &exponent);  // magnitude = fraction * 2^exponent, fraction in [0.5, 1)
    // Half has 11 significant bits, and none below 2^-24.
    const int unit = exponent - 11 < -24 ? -24 : exponent - 11;
    const double count = std::nearbyint(std::ldexp(magnitude, -unit));
    const uint32_t whole = static_cast<uint32_t>(count);
    if (unit == -24) {  // subnormal, or just rounded up to the first normal number
        return static_cast<uint16_t>(sign | whole);
    }
    const uint32_t biased = static_cast<uint32_t>(unit + 25);
    return static_cast<uint16_t>(sign | ((biased << 10) + (whole - 1024)));
}

inline uint16_t HalfFromFloat(float value) {
    return HalfFromDouble(value);  // exact in double: rounded once
}

inline float FloatFromHalf(uint16_t bits) {
    const int exponent = (bits >> 10) & 0x1F;
    const float fraction = static_cast<float>(bits & 0x3FF);
    float magnitude = 0;
    if (exponent == 0x1F) {
        const uint32_t quiet = fraction == 0 ? 0 : 0x400000U;
        const uint32_t wide = 0x7F800000U | quiet | (static_cast<uint32_t>(bits & 0x3FF) << 13);
        std::memcpy(&magnitude, &wide, sizeof(magnitude));
    } else if (exponent == 0) {
        magnitude = std::ldexp(fraction, -24);
    } else {
        magnitude = std::ldexp(fraction + 1024, exponent - 25);
    }
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}
}  // namespace internal

/// An IEEE half; arithmetic happens in float.
struct fp16_t {
    uint16_t val = 0;  ///< the bits

    fp16_t() = default;
    template <typename T, typename = typename std::enable_if<std::is_arithmetic<T>::value>::type>
    fp16_t(T value)
        : val(std::is_same<T, float>::value
                  ? internal::HalfFromFloat(static_cast<float>(value))
                  : internal::HalfFromDouble(static_cast<double>(value))) {}

    template <typename T, typename = typename std::enable_if<std::is_arithmetic<T>::value>::type>
    operator T() const {
        return static_cast<T>(internal::FloatFromHalf(val));
    }
    operator bfloat16() const;

    fp16_t operator+(fp16_t other) const { return fp16_t(ToFloat() + other.ToFloat()); }
    fp16_t operator-(fp16_t other) const { return fp16_t(ToFloat() - other.ToFloat()); }
    fp16_t operator*(fp16_t other) const { return fp16_t(ToFloat() * other.ToFloat()); }
    fp16_t operator/(fp16_t other) const { return fp16_t(ToFloat() / other.ToFloat()); }
    fp16_t& operator+=(fp16_t other) { return *this = *this + other; }
    fp16_t& operator-=(fp16_t other) { return *this = *this - other; }
    fp16_t& operator*=(fp16_t other) { return *this = *this * other; }
    fp16_t& operator/=(fp16_t other) { return *this = *this / other; }
    bool operator==(const fp16_t& other) const { return ToFloat() == other.ToFloat(); }
    bool operator!=(const fp16_t& other) const { return ToFloat() != other.ToFloat(); }
    bool operator<(const fp16_t& other) const { return ToFloat() < other.ToFloat(); }
    bool operator<=(const fp16_t& other) const { return ToFloat() <= other.ToFloat(); }
    bool operator>(const fp16_t& other) const { return ToFloat() > other.ToFloat(); }
    bool operator>=(const fp16_t& other) const { return ToFloat() >= other.ToFloat(); }

    float toFloat() const { return ToFloat(); }
    double toDouble() const { return ToFloat(); }
    int8_t toInt8() const { return static_cast<int8_t>(ToFloat()); }
    uint8_t toUInt8() const { return static_cast<uint8_t>(ToFloat()); }
    int16_t toInt16() const { return static_cast<int16_t>(ToFloat()); }
    uint16_t toUInt16() const { return static_cast<uint16_t>(ToFloat()); }
    int32_t toInt32() const { return static_cast<int32_t>(ToFloat()); }
    uint32_t toUInt32() const { return static_cast<uint32_t>(ToFloat()); }

private:
    float ToFloat() const { return internal::FloatFromHalf(val); }
};

inline std::ostream& operator<<(std::ostream& stream, const fp16_t& value) {
    return stream << static_cast<float>(value);
}
}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_FP16_T_H
