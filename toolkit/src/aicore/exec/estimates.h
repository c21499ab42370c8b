// Estimates with eight right bits after the point, as Reciprocal and Rsqrt of the cores before
// arch 310 give them.
//
// The documentation says of both that they miss 1e-3 in half and 1e-4 in float. 36 of 36 printed
// results of Reciprocal in float on a 910B are those of the table that Arm publishes for its
// FRECPE. No result of Rsqrt is known: it has the table of FRSQRTE, which makes errors as large.
#pragma once

#include "aicore/exec/math.h"

namespace AscendC::isa::exec::AICORE_ISA_NS::estimate {

constexpr int32_t kBias = 127;
constexpr float kTiny = 1.17549435e-38F;  ///< the least float that is no subnormal
constexpr int32_t kUpBits = 32;           ///< by what subnormal numbers are scaled, an even number

/// Entry i: 1 / x for x in [1 + i / 256, 1 + (i + 1) / 256).
struct ReciprocalTable {
    float at[256] = {};

    constexpr ReciprocalTable() {
        for (uint32_t i = 0; i < 256; ++i) {
            const uint32_t middle = 2 * (256 + i) + 1;
            at[i] = static_cast<float>(((1U << 19) / middle + 1) / 2) / 512;
        }
    }
};

/// Entry i: 1 / sqrt(x) for x in [1 + i / 256, 1 + (i + 1) / 256), entry 256 + i for twice that.
struct RsqrtTable {
    float at[512] = {};

    constexpr RsqrtTable() {
        for (uint32_t i = 0; i < 512; ++i) {
            // The middle of intervals of pairs of entries, in units of x / 2048 and x / 1024.
            const uint64_t middle = i < 256 ? 2 * (128 + i / 2) + 1 : 2 * ((i & ~1U) + 1);
            uint64_t root = 512;
            while (middle * (root + 1) * (root + 1) < (uint64_t{1} << 28)) {
                ++root;
            }
            at[i] = static_cast<float>((root + 1) / 2) / 512;
        }
    }
};

inline constexpr ReciprocalTable kReciprocals;
inline constexpr RsqrtTable kRsqrts;

ASCENDC_ALWAYS_INLINE int32_t BitsOf(float value) {
    int32_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
}
/// 2 to the power of `exponent`, which is that of a normal number.
ASCENDC_ALWAYS_INLINE float PowerOfTwo(int32_t exponent) {
    const int32_t bits = (exponent + kBias) << 23;
    float value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
}

ASCENDC_ALWAYS_INLINE float Reciprocal(float x) {
    const float size = __builtin_fabsf(x);
    const bool small = size < kTiny;
    const int32_t bits = BitsOf(small ? size * PowerOfTwo(kUpBits) : size);
    const int32_t exponent = (bits >> 23) - kBias - (small ? kUpBits : 0);
    const int32_t half = -exponent >> 1;  // the whole power may be no float
    const float value =
        kReciprocals.at[bits >> 15 & 255] * PowerOfTwo(half) * PowerOfTwo(-exponent - half);
    const float limited = size == __builtin_inff() ? 0.0F : value;
    return x != x ? x : __builtin_copysignf(limited, x);
}

ASCENDC_ALWAYS_INLINE float Rsqrt(float x) {
    const bool small = x < kTiny;
    const int32_t bits = BitsOf(small ? x * PowerOfTwo(kUpBits) : x);
    const int32_t exponent = (bits >> 23 & 255) - kBias - (small ? kUpBits : 0);
    const int32_t index = (exponent & 1) << 8 | (bits >> 15 & 255);
    const float value = kRsqrts.at[index] * PowerOfTwo(-(exponent >> 1));
    const float limited = x == __builtin_inff() ? 0.0F : value;
    const float signless = x < 0.0F ? __builtin_nanf("") : limited;
    return x == 0.0F ? 1.0F / x : x != x ? x : signless;
}

}  // namespace AscendC::isa::exec::AICORE_ISA_NS::estimate
