// Half precision numbers on the host.
#ifndef OP_API_OP_API_COMMON_INC_OPDEV_FP16_T_H
#define OP_API_OP_API_COMMON_INC_OPDEV_FP16_T_H

#include <cstdint>
#include <ostream>
#include <type_traits>

namespace op {
struct bfloat16;

namespace internal {
/// Nearest value, ties to even; infinities and NaN are kept.
__attribute__((visibility("default"))) uint16_t HalfFromFloat(float value);
__attribute__((visibility("default"))) float FloatFromHalf(uint16_t bits);
/// Of a double, rounded once.
__attribute__((visibility("default"))) uint16_t HalfFromDouble(double value);
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

private:
    float ToFloat() const { return internal::FloatFromHalf(val); }
};

inline std::ostream& operator<<(std::ostream& stream, const fp16_t& value) {
    return stream << static_cast<float>(value);
}
}  // namespace op

#endif  // OP_API_OP_API_COMMON_INC_OPDEV_FP16_T_H
