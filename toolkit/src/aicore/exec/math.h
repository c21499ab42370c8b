// Elementary functions for loops over float elements.
//
// All but ExpFloat work in double and without branches: a polynomial good to about 1e-11 then gives
// the correctly rounded float in all but a few cases of 1e4, and the compiler vectorises the loops.
// Multiply-add is fused where the instruction set has it; one float in about 1e8 differs by that.
// Coefficients are minimax fits on the intervals named.
#pragma once

#include <cmath>

#include "simd.h"

namespace AscendC::isa::exec::AICORE_ISA_NS::math {

constexpr double kInf = __builtin_inf();
constexpr double kNan = __builtin_nan("");
constexpr double kPi = 3.14159265358979323846;
constexpr double kLn2 = 0.69314718055994530942;
constexpr double kRoundMagic = 6755399441055744.0;  // 1.5 * 2^52: adding it rounds to integer

ASCENDC_ALWAYS_INLINE int64_t BitsOfDouble(double value) {
    int64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
}

ASCENDC_ALWAYS_INLINE double DoubleOfBits(int64_t bits) {
    double value;
    std::memcpy(&value, &bits, sizeof(value));
    return value;
}

/// a * b + c
ASCENDC_ALWAYS_INLINE double MulAdd(double a, double b, double c) {
#if defined(__FMA__) || defined(__aarch64__)
    return __builtin_fma(a, b, c);
#else
    return a * b + c;
#endif
}

ASCENDC_ALWAYS_INLINE float MulAdd(float a, float b, float c) {
#if defined(__FMA__) || defined(__aarch64__)
    return __builtin_fmaf(a, b, c);
#else
    return static_cast<float>(static_cast<double>(a) * b + c);
#endif
}

/// c0 + c1 z + c2 z^2 + ...
template <typename T, typename... Rest>
ASCENDC_ALWAYS_INLINE T Horner(T z, T c0, Rest... rest) {
    if constexpr (sizeof...(rest) == 0) {
        return c0;
    } else {
        return MulAdd(z, Horner(z, rest...), c0);
    }
}

ASCENDC_ALWAYS_INLINE double CopySign(double magnitude, double sign) {
    constexpr int64_t kSign = INT64_MIN;
    return DoubleOfBits((BitsOfDouble(magnitude) & ~kSign) | (BitsOfDouble(sign) & kSign));
}

ASCENDC_ALWAYS_INLINE double Abs(double x) {
    return DoubleOfBits(BitsOfDouble(x) & INT64_MAX);
}

/// e^x = 2^k e^r with k an integer and r = x - k ln 2, |r| < 0.3466; a polynomial for e^r, good to
/// 8e-13.
constexpr double kLog2E = 1.4426950408889634;
constexpr double kExpTerms[] = {1.0,
                                0.9999999999797822,
                                0.49999999999797906,
                                0.16666666891070697,
                                0.041666666890981904,
                                0.008333266092970169,
                                0.0013888821672653597,
                                0.00019915869690607195,
                                2.4876166784942655e-05};

template <typename... Terms>
ASCENDC_ALWAYS_INLINE double ExpFinite(double x, Terms... terms) {
    const double shifted = MulAdd(x, kLog2E, kRoundMagic);
    const double p = Horner(MulAdd(shifted - kRoundMagic, -kLn2, x), terms...);
    return DoubleOfBits(BitsOfDouble(p) + (BitsOfDouble(shifted) << 52));
}

/// e^x; saturates to 0 and infinity at |x| = 700, far outside the range of float.
ASCENDC_ALWAYS_INLINE double Exp(double x) {
    const double low = x < -700.0 ? -700.0 : x;
    constexpr const double* c = kExpTerms;
    const double result =
        ExpFinite(low > 700.0 ? 700.0 : low, c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8]);
    return x > 700.0 ? kInf : (x < -700.0 ? 0.0 : result);
}

/// What ExpFloat is made of. Beyond kMaxExp, e^x is 0 or infinity as float; ln 2 is in two parts,
/// the first so short that its product with k is exact; the polynomial is good to 3e-9.
struct ExpFloatParts {
    static constexpr float kMaxExp = 110.0F;
    static constexpr float kLog2E = 1.44269504F;
    static constexpr float kMinusLn2High = -0.693145751953125F;
    static constexpr float kMinusLn2Low = -1.42860677e-6F;
    static constexpr float kRoundMagic = 12582912.0F;  // 1.5 * 2^23
    static constexpr float kTerms[] = {1.0F,        1.0F,         0.49999994F,  0.16666521F,
                                       0.04166839F, 0.008368745F, 0.0013814539F};
};

/// e^x as float, in float, less than 0.89 units in the last place from the true value.
ASCENDC_ALWAYS_INLINE float ExpFloat(float x) {
    using Parts = ExpFloatParts;
    constexpr const float* c = Parts::kTerms;
    const float low = x < -Parts::kMaxExp ? -Parts::kMaxExp : x;
    const float finite = low > Parts::kMaxExp ? Parts::kMaxExp : low;
    const float shifted = MulAdd(finite, Parts::kLog2E, Parts::kRoundMagic);
    const float k = shifted - Parts::kRoundMagic;
    const float r = MulAdd(k, Parts::kMinusLn2Low, MulAdd(k, Parts::kMinusLn2High, finite));
    const float p = Horner(r, c[0], c[1], c[2], c[3], c[4], c[5], c[6]);
    // 2^k in two factors: k reaches beyond the exponents of float, and only the last product may
    // round.
    const uint32_t exponent = BitsOfFloat(shifted) - BitsOfFloat(Parts::kRoundMagic);
    const uint32_t half = static_cast<uint32_t>(static_cast<int32_t>(exponent) >> 1);
    return p * FloatOfBits((half + 127) << 23) * FloatOfBits((exponent - half + 127) << 23);
}

/// Natural logarithm of a positive normal finite double; no special cases.
ASCENDC_ALWAYS_INLINE double LogFinite(double x) {
    const int64_t bits = BitsOfDouble(x);
    constexpr int64_t kSqrtHalf = 0x3fe6a09e667f3bcdLL;
    const int64_t offset = bits - kSqrtHalf;
    const int64_t exponent = offset & ~0xfffffffffffffLL;  // times 2^52
    const double m = DoubleOfBits(bits - exponent);        // in [sqrt(1/2), sqrt(2))
    // The exponent, shifted down without an arithmetic shift, becomes the mantissa of 1.5 * 2^52.
    const int64_t biased =
        static_cast<int64_t>(static_cast<uint64_t>(exponent + (int64_t{2048} << 52)) >> 52);
    const double k = DoubleOfBits(biased + BitsOfDouble(kRoundMagic)) - (kRoundMagic + 2048.0);
    const double s = (m - 1.0) / (m + 1.0);
    const double z = s * s;
    const double p = Horner(z, 1.0, 0.3333333333327631, 0.20000000030938936, 0.1428570799943537,
                            0.11111718083652541, 0.09060940300939462, 0.0841916258775478);
    return k * kLn2 + 2.0 * s * p;
}

ASCENDC_ALWAYS_INLINE double Log(double x) {
    const bool finite = x > 0.0 && x < kInf;
    const double result = LogFinite(finite ? x : 1.0);
    const double special = x == 0.0 ? -kInf : (x > 0.0 ? x : kNan);
    return finite ? result : special;
}

/// Sine and cosine of r and the quadrant of x = r + quadrant * pi/2, for |x| < 1e6.
struct Reduced {
    double sine, cosine;
    int64_t quadrant;
};

ASCENDC_ALWAYS_INLINE Reduced ReduceAngle(double x) {
    const double shifted = x * 0.63661977236758134308 + kRoundMagic;
    const double k = shifted - kRoundMagic;
    // pi/2 in two parts; the first has 33 bits, so that its product with k is exact.
    const double r = (x - k * 1.57079632673412561417) - k * 6.07710050650619224932e-11;
    const double z = r * r;
    Reduced result;
    result.sine =
        r * Horner(z, 1.0, -0.16666666666666616, 0.008333333333320347, -0.00019841269828638067,
                   2.7557313372151178e-06, -2.505071630071908e-08, 1.589469696240578e-10);
    result.cosine = Horner(z, 1.0, -0.4999999999999925, 0.04166666666647207, -0.001388888886996033,
                           2.4801578532197658e-05, -2.755523287606391e-07, 2.0630394922057676e-09);
    result.quadrant = BitsOfDouble(shifted);
    return result;
}

/// Largest magnitude ReduceAngle handles; the loops treat larger ones apart.
constexpr float kMaxAngle = 1.0e6F;

ASCENDC_ALWAYS_INLINE double SinSmall(double x) {
    const Reduced part = ReduceAngle(x);
    const double value = (part.quadrant & 1) != 0 ? part.cosine : part.sine;
    return (part.quadrant & 2) != 0 ? -value : value;
}

ASCENDC_ALWAYS_INLINE double CosSmall(double x) {
    const Reduced part = ReduceAngle(x);
    const double value = (part.quadrant & 1) != 0 ? part.sine : part.cosine;
    return ((part.quadrant + 1) & 2) != 0 ? -value : value;
}

ASCENDC_ALWAYS_INLINE double TanSmall(double x) {
    const Reduced part = ReduceAngle(x);
    const bool swap = (part.quadrant & 1) != 0;
    const double numerator = swap ? -part.cosine : part.sine;
    return numerator / (swap ? part.sine : part.cosine);
}

ASCENDC_ALWAYS_INLINE double Atan(double x) {
    const double a = Abs(x);
    const bool inverted = a > 1.0;
    const double unit = inverted ? 1.0 / a : a;  // in [0, 1]
    const bool shifted = unit > 0.41421356237309503;
    const double r = shifted ? (unit - 1.0) / (unit + 1.0) : unit;
    const double z = r * r;
    const double p = r * Horner(z, 0.999999999999999, -0.3333333333322129, 0.19999999978367689,
                                -0.14285712660062908, 0.11111048801310983, -0.09089529009171479,
                                0.07673525420602918, -0.06505921605870474, 0.05024559956890233,
                                -0.025313713232439115);
    const double first = shifted ? p + kPi / 4 : p;
    const double result = inverted ? kPi / 2 - first : first;
    return CopySign(x != x ? x : result, x);
}

ASCENDC_ALWAYS_INLINE double Asin(double x) {
    return Atan(x / __builtin_sqrt((1.0 - x) * (1.0 + x)));
}

ASCENDC_ALWAYS_INLINE double Acos(double x) {
    return kPi / 2 - Asin(x);
}

ASCENDC_ALWAYS_INLINE double Sinh(double x) {
    const double a = Abs(x);
    const double e = Exp(a);
    const double z = a * a;
    const double series = a * (1.0 + z * (1.0 / 6 + z * (1.0 / 120)));
    return CopySign(a < 0.01 ? series : 0.5 * (e - 1.0 / e), x);
}

ASCENDC_ALWAYS_INLINE double Cosh(double x) {
    const double e = Exp(Abs(x));
    return 0.5 * (e + 1.0 / e);
}

ASCENDC_ALWAYS_INLINE double Tanh(double x) {
    const double a = Abs(x);
    const double z = a * a;
    const double series = a * (1.0 + z * (-1.0 / 3 + z * (2.0 / 15)));
    return CopySign(a < 0.01 ? series : 1.0 - 2.0 / (Exp(2.0 * a) + 1.0), x);
}

ASCENDC_ALWAYS_INLINE double Asinh(double x) {
    const double a = Abs(x);
    const double z = a * a;
    const double series = a * (1.0 + z * (-1.0 / 6 + z * (3.0 / 40)));
    return CopySign(a < 0.01 ? series : Log(a + __builtin_sqrt(z + 1.0)), x);
}

ASCENDC_ALWAYS_INLINE double Acosh(double x) {
    return x < 1.0 ? kNan : Log(x + __builtin_sqrt((x - 1.0) * (x + 1.0)));
}

ASCENDC_ALWAYS_INLINE double Atanh(double x) {
    const double a = Abs(x);
    const double z = a * a;
    const double series = a * (1.0 + z * (1.0 / 3 + z * (1.0 / 5)));
    return CopySign(a < 0.01 ? series : 0.5 * Log((1.0 + a) / (1.0 - a)), x);
}

/// erfc(a) for 0 <= a <= 11 (float erfc is 0 above 10.1).
ASCENDC_ALWAYS_INLINE double ErfcPositive(double a) {
    const double x = a > 11.0 ? 11.0 : a;
    const double t = (x - 3.75) / (x + 3.75);
    const double scaled = Horner(
        t, 1.2375126308378561, -0.14024059858678298, 0.0035854154769926552, 0.08227673860500702,
        -0.10880392966983021, 0.09230431825461033, -0.058693409330142485, 0.0283623058952799,
        -0.009746459357155025, 0.0017555323816174796, 0.0002930299863246347,
        -0.00029037095095345745, 5.3447672304248e-05, 2.4390134946830357e-05,
        -1.2649319213626586e-05, -4.323063187422695e-06, -8.36265443606706e-08);
    return Exp(-x * x) * scaled / (1.0 + 2.0 * x);
}

ASCENDC_ALWAYS_INLINE double Erf(double x) {
    const double a = Abs(x);
    const double z = a < 1.0 ? a * a : 1.0;
    const double series =
        a * Horner(z, 1.1283791670955121, -0.376126389031744, 0.11283791670580423,
                   -0.026866170586496874, 0.005223977154105304, -0.0008548304871782741,
                   0.00012054681918310599, -1.4913300906316395e-05, 1.631035651387174e-06,
                   -1.5188281247335167e-07, 9.428596956834164e-09);
    return CopySign(a < 1.0 ? series : (x != x ? x : 1.0 - ErfcPositive(a)), x);
}

ASCENDC_ALWAYS_INLINE double Erfc(double x) {
    const double tail = ErfcPositive(Abs(x));
    return x != x ? x : (x < 0.0 ? 2.0 - tail : tail);
}

/// x^y with IEEE's special cases.
ASCENDC_ALWAYS_INLINE double Pow(double x, double y) {
    const double magnitude = Exp(y * Log(Abs(x)));
    const double whole = __builtin_floor(y);
    const double halved = y * 0.5;
    const bool odd = whole == y && __builtin_floor(halved) != halved && Abs(y) < kInf;
    const bool negative = BitsOfDouble(x) < 0;
    double result = negative && odd ? -magnitude : magnitude;
    result = x < 0.0 && x > -kInf && whole != y ? kNan : result;
    result = x == -1.0 && Abs(y) == kInf ? 1.0 : result;
    return y == 0.0 || x == 1.0 ? 1.0 : result;
}

/// Digamma by recurrence to x >= 6 and the asymptotic series; reflection for x < 0. Not vectorised.
inline double Digamma(double x) {
    if (x != x || x == kInf) {
        return x;
    }
    if (x <= 0.0) {
        if (std::floor(x) == x) {
            return x == 0.0 ? CopySign(kInf, -x) : kNan;
        }
        const double fraction = x - std::rint(x);
        return Digamma(1.0 - x) - kPi / std::tan(kPi * fraction);
    }
    double shift = 0.0;
    while (x < 10.0) {
        shift -= 1.0 / x;
        x += 1.0;
    }
    const double z = 1.0 / (x * x);
    const double series = Horner(z, 1.0 / 12, -1.0 / 120, 1.0 / 252, -1.0 / 240, 1.0 / 132);
    return shift + std::log(x) - 0.5 / x - z * series;
}

/// ln|gamma(x)| by recurrence and Stirling's series (libm's lgamma writes a global). Not
/// vectorised.
inline double Lgamma(double x) {
    if (x != x) {
        return x;
    }
    if (Abs(x) == kInf || (x <= 0.0 && std::floor(x) == x)) {
        return kInf;
    }
    if (x == 1.0 || x == 2.0) {
        return 0.0;
    }
    if (x < 0.5) {
        const double fraction = x - std::rint(x);
        return std::log(kPi / (Abs(std::sin(kPi * fraction)))) - Lgamma(1.0 - x);
    }
    // The recurrence's absolute error of about 1e-15 is below half an ulp of float even next to the
    // zeros at 1 and 2.
    double product = 1.0;
    while (x < 12.0) {
        product *= x;
        x += 1.0;
    }
    const double z = 1.0 / (x * x);
    const double series = Horner(z, 1.0 / 12, -1.0 / 360, 1.0 / 1260, -1.0 / 1680, 1.0 / 1188);
    return (x - 0.5) * std::log(x) - x + 0.91893853320467274178 + series / x - std::log(product);
}

}  // namespace AscendC::isa::exec::AICORE_ISA_NS::math
