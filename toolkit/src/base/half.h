// 16-bit floating point on the host, one value at a time.
#pragma once

#include <cstdint>
#include <cstring>

namespace base {

/// Rounds to nearest, ties to even; infinities and NaN are kept.
inline uint16_t HalfFromFloat(float value) {
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

/// Exact.
inline float FloatFromHalf(uint16_t half) {
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

/// The same for bfloat16.
inline uint16_t BfloatFromFloat(float value) {
    uint32_t bits = 0;
    memcpy(&bits, &value, sizeof(bits));
    if ((bits & 0x7FFFFFFFU) > 0x7F800000U) {
        return static_cast<uint16_t>((bits >> 16) | 0x40U);
    }
    return static_cast<uint16_t>((bits + 0x7FFFU + ((bits >> 16) & 1U)) >> 16);
}

/// Exact.
inline float FloatFromBfloat(uint16_t value) {
    const uint32_t bits = static_cast<uint32_t>(value) << 16;
    float result = 0;
    memcpy(&result, &bits, sizeof(result));
    return result;
}

}  // namespace base
