// opdev/fp16_t.h: conversions of half precision numbers.
#include <cmath>
#include <cstring>

#include "aclnn/opdev/fp16_t.h"

namespace op {
namespace internal {
namespace {

constexpr double kHalfInfinity = 65520;  // the first value that rounds to infinity

}  // namespace

uint16_t HalfFromDouble(double value) {
    const uint16_t sign = std::signbit(value) ? 0x8000 : 0;
    const double magnitude = std::fabs(value);
    if (value != value) {
        return static_cast<uint16_t>(sign | 0x7E00);
    }
    if (magnitude >= kHalfInfinity) {
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

uint16_t HalfFromFloat(float value) {
    return HalfFromDouble(value);  // exact in double: rounded once
}

float FloatFromHalf(uint16_t bits) {
    const int exponent = (bits >> 10) & 0x1F;
    const float fraction = static_cast<float>(bits & 0x3FF);
    float magnitude = 0;
    if (exponent == 0x1F) {
        magnitude = fraction == 0 ? HUGE_VALF : std::nanf("");
    } else if (exponent == 0) {
        magnitude = std::ldexp(fraction, -24);
    } else {
        magnitude = std::ldexp(fraction + 1024, exponent - 25);
    }
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

}  // namespace internal
}  // namespace op
