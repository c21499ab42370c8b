// bfloat16 numbers on the host.
#ifndef OP_API_BFLOAT16_H
#define OP_API_BFLOAT16_H

#include <algorithm>
#include <complex>
#include <cstring>
#include <limits>
#include <ostream>
#include <type_traits>

#include "fp16_t.h"

namespace op {
typedef std::complex<float> complex64;
typedef std::complex<double> complex128;

/// The upper half of a float; rounding is to nearest, ties to even. Arithmetic happens in float.
struct bfloat16 {
    struct from_bits_t {};
    static constexpr from_bits_t from_bits() { return from_bits_t(); }

    uint16_t value = 0;  ///< the bits

    static constexpr uint16_t NAN_VALUE = 0x7FC0;

    bfloat16() = default;
    constexpr bfloat16(uint16_t bits, from_bits_t) : value(bits) {}
    template <typename T, typename = typename std::enable_if<std::is_arithmetic<T>::value>::type>
    bfloat16(T number) : value(round_to_bfloat16(static_cast<float>(number)).value) {}
    bfloat16(const complex64& number) : bfloat16(number.real()) {}
    bfloat16(const complex128& number) : bfloat16(number.real()) {}
    bfloat16(const fp16_t& number) : bfloat16(static_cast<float>(number)) {}

    template <typename T, typename = typename std::enable_if<std::is_arithmetic<T>::value>::type>
    operator T() const {
        return static_cast<T>(ToFloat());
    }
    operator complex64() const { return complex64(ToFloat(), 0.0F); }
    operator complex128() const { return complex128(ToFloat(), 0.0); }

    static bfloat16 round_to_bfloat16(float number) {
        uint32_t bits = 0;
        std::memcpy(&bits, &number, sizeof(bits));
        if (number != number) {
            return bfloat16(NAN_VALUE, from_bits());
        }
        bits += 0x7FFFU + ((bits >> 16) & 1U);
        return bfloat16(static_cast<uint16_t>(bits >> 16), from_bits());
    }
    static constexpr bfloat16 epsilon() { return bfloat16(0x3C00, from_bits()); }
    static constexpr bfloat16 highest() { return bfloat16(0x7F7F, from_bits()); }
    static constexpr bfloat16 lowest() { return bfloat16(0xFF7F, from_bits()); }
    static constexpr bfloat16 min_positive_normal() { return bfloat16(0x0080, from_bits()); }
    bool IsZero() const { return (value & 0x7FFFU) == 0; }

    bfloat16 operator-() const {
        return bfloat16(static_cast<uint16_t>(value ^ 0x8000U), from_bits());
    }

    float ToFloat() const {
        const uint32_t bits = static_cast<uint32_t>(value) << 16;
        float number = 0;
        std::memcpy(&number, &bits, sizeof(number));
        return number;
    }
};

inline fp16_t::operator bfloat16() const {
    return bfloat16(ToFloat());
}

inline bfloat16 operator+(bfloat16 a, bfloat16 b) {
    return bfloat16(a.ToFloat() + b.ToFloat());
}
inline bfloat16 operator-(bfloat16 a, bfloat16 b) {
    return bfloat16(a.ToFloat() - b.ToFloat());
}
inline bfloat16 operator*(bfloat16 a, bfloat16 b) {
    return bfloat16(a.ToFloat() * b.ToFloat());
}
inline bfloat16 operator/(bfloat16 a, bfloat16 b) {
    return bfloat16(a.ToFloat() / b.ToFloat());
}
inline bfloat16& operator+=(bfloat16& a, bfloat16 b) {
    return a = a + b;
}
inline bfloat16& operator-=(bfloat16& a, bfloat16 b) {
    return a = a - b;
}
inline bfloat16& operator*=(bfloat16& a, bfloat16 b) {
    return a = a * b;
}
inline bfloat16& operator/=(bfloat16& a, bfloat16 b) {
    return a = a / b;
}
inline bool operator==(bfloat16 a, bfloat16 b) {
    return a.ToFloat() == b.ToFloat();
}
inline bool operator!=(bfloat16 a, bfloat16 b) {
    return a.ToFloat() != b.ToFloat();
}
inline bool operator<(bfloat16 a, bfloat16 b) {
    return a.ToFloat() < b.ToFloat();
}
inline bool operator<=(bfloat16 a, bfloat16 b) {
    return a.ToFloat() <= b.ToFloat();
}
inline bool operator>(bfloat16 a, bfloat16 b) {
    return a.ToFloat() > b.ToFloat();
}
inline bool operator>=(bfloat16 a, bfloat16 b) {
    return a.ToFloat() >= b.ToFloat();
}

inline std::ostream& operator<<(std::ostream& stream, const bfloat16& number) {
    return stream << number.ToFloat();
}
}  // namespace op

#endif  // OP_API_BFLOAT16_H
