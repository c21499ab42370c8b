#include "aicore/exec/numeric.h"

#include <cmath>

#include "aicore/exec/engine.h"
#include "aicore/exec/half_blocks.h"
#include "aicore/exec/types.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

constexpr size_t kBlock = 256;

/// Integral value -> integer type D, clamped; NaN -> 0.
template <typename D>
ASCENDC_ALWAYS_INLINE D SaturateFloat(float x) {
    constexpr float kLow = static_cast<float>(std::numeric_limits<D>::min());
    // The float above the largest D: 2^digits.
    constexpr float kLimit =
        2.0F * static_cast<float>(uint64_t{1} << (std::numeric_limits<D>::digits - 1));
    const float low = x > kLow ? x : kLow;
    const float safe = low < kLimit ? low : 0.0F;
    using Step = std::conditional_t<(sizeof(D) < 4), int32_t, D>;
    D result = static_cast<D>(static_cast<Step>(safe));
    result = x >= kLimit ? std::numeric_limits<D>::max() : result;
    return x != x ? D{0} : result;
}

template <typename D, typename S>
ASCENDC_ALWAYS_INLINE D SaturateInt(S x) {
    if constexpr (std::is_same_v<S, uint64_t>) {
        constexpr uint64_t kMax = static_cast<uint64_t>(std::numeric_limits<D>::max());
        return static_cast<D>(x > kMax ? kMax : x);
    } else if constexpr (std::is_same_v<D, uint64_t>) {
        return static_cast<D>(x < S{0} ? S{0} : x);
    } else {
        constexpr bool kNarrow = (sizeof(S) < 4 || std::is_same_v<S, int32_t>) &&
                                 (sizeof(D) < 4 || std::is_same_v<D, int32_t>);
        using Wide = std::conditional_t<kNarrow, int32_t, int64_t>;
        constexpr Wide kMin = static_cast<Wide>(std::numeric_limits<D>::min());
        constexpr Wide kMax = static_cast<Wide>(std::numeric_limits<D>::max());
        const Wide wide = static_cast<Wide>(x);
        const Wide low = wide < kMin ? kMin : wide;
        return static_cast<D>(low > kMax ? kMax : low);
    }
}

template <typename D, typename S>
void ConvertLoop(D* dst, const S* src, size_t n) {
    AICORE_IVDEP
    for (size_t i = 0; i < n; ++i) {
        if constexpr (std::is_same_v<D, S>) {
            dst[i] = src[i];
        } else if constexpr (std::is_same_v<D, float>) {
            dst[i] = static_cast<float>(src[i]);
        } else if constexpr (std::is_same_v<S, float>) {
            dst[i] = SaturateFloat<D>(__builtin_rintf(src[i]));
        } else {
            dst[i] = SaturateInt<D>(src[i]);
        }
    }
}

struct HalfFormat {
    static void Narrow(uint16_t* dst, const float* src, size_t n) { FloatToHalfBlock(dst, src, n); }
    static void Widen(float* dst, const uint16_t* src, size_t n) { HalfToFloatBlock(dst, src, n); }
    static constexpr uint16_t kInf = 0x7c00;
    static constexpr float kOverflowMiddle = 65520.0F;
};

struct BfloatFormat {
    static void Narrow(uint16_t* dst, const float* src, size_t n) {
        FloatToBfloatBlock(dst, src, n);
    }
    static void Widen(float* dst, const uint16_t* src, size_t n) {
        BfloatToFloatBlock(dst, src, n);
    }
    static constexpr uint16_t kInf = 0x7f80;
    static constexpr float kOverflowMiddle = 3.3961775e38F;
};

template <typename Format>
void Saturate(uint16_t* values, size_t n) {
    AICORE_IVDEP
    for (size_t i = 0; i < n; ++i) {
        const uint16_t magnitude = values[i] & 0x7fff;
        const uint16_t sign = values[i] & 0x8000;
        const uint16_t largest = static_cast<uint16_t>(sign | (Format::kInf - 1));
        uint16_t result = magnitude == Format::kInf ? largest : values[i];
        result = magnitude > Format::kInf ? uint16_t{0} : result;
        values[i] = result;
    }
}

template <typename Format>
void StoreNearest(uint16_t* dst, const float* src, size_t n, bool saturate) {
    Format::Narrow(dst, src, n);
    if (saturate) {
        Saturate<Format>(dst, n);
    }
}

/// Moves each result of rounding to nearest (`bits`, worth `near`) to the neighbour that `round`
/// asks for.
template <typename Format>
void AdjustRounding(Round round, uint16_t* bits, const float* near, const float* exact, size_t n) {
    for (size_t i = 0; i < n; ++i) {
        const float x = exact[i];
        const uint16_t b = bits[i];
        const bool negative = (b & 0x8000) != 0;
        const bool away = std::fabs(near[i]) > std::fabs(x);
        uint16_t truncated = away ? static_cast<uint16_t>(b - 1) : b;
        switch (round) {
            case Round::kFloor:
                bits[i] = near[i] > x ? static_cast<uint16_t>(negative ? b + 1 : b - 1) : b;
                break;
            case Round::kCeil:
                bits[i] = near[i] < x ? static_cast<uint16_t>(negative ? b - 1 : b + 1) : b;
                break;
            case Round::kTrunc:
                bits[i] = truncated;
                break;
            case Round::kOdd:
                bits[i] = near[i] != x && x == x ? static_cast<uint16_t>(truncated | 1) : b;
                break;
            case Round::kRound: {
                if (!(near[i] != x && x == x)) {
                    break;
                }
                uint16_t pair[2] = {truncated, static_cast<uint16_t>(truncated + 1)};
                float value[2];
                Format::Widen(value, pair, 2);
                const bool overflows = (pair[1] & 0x7fff) == Format::kInf;
                const float middle = overflows
                                         ? Format::kOverflowMiddle
                                         : 0.5F * std::fabs(value[0]) + 0.5F * std::fabs(value[1]);
                bits[i] = std::fabs(x) >= middle ? pair[1] : pair[0];
                break;
            }
            default:
                break;
        }
    }
}

template <typename Format>
void RoundTo(Round round, uint16_t* dst, const float* src, size_t n, bool saturate) {
    if (round != Round::kNone && round != Round::kRint) {
        float near[kBlock];
        uint16_t bits[kBlock];
        for (size_t start = 0; start < n; start += kBlock) {
            const size_t count = n - start < kBlock ? n - start : kBlock;
            Format::Narrow(bits, src + start, count);
            Format::Widen(near, bits, count);
            AdjustRounding<Format>(round, bits, near, src + start, count);
            std::memcpy(dst + start, bits, count * sizeof(uint16_t));
        }
        if (saturate) {
            Saturate<Format>(dst, n);
        }
        return;
    }
    StoreNearest<Format>(dst, src, n, saturate);
}

/// Half away from zero, exact for every float.
ASCENDC_ALWAYS_INLINE float RoundHalfAway(float x) {
    const float whole = __builtin_truncf(x);
    const float step = __builtin_fabsf(x - whole) >= 0.5F ? 1.0F : 0.0F;
    return whole + __builtin_copysignf(step, x);
}

}  // namespace

void StoreHalf(uint16_t* dst, const float* src, size_t n, bool saturate) {
    StoreNearest<HalfFormat>(dst, src, n, saturate);
}

void StoreBfloat(uint16_t* dst, const float* src, size_t n, bool saturate) {
    StoreNearest<BfloatFormat>(dst, src, n, saturate);
}

void StoreNibbles(uint8_t* dst, const int8_t* src, size_t n) {
    for (size_t i = 0; i < n; ++i) {
        const int clamped = src[i] < -8 ? -8 : (src[i] > 7 ? 7 : src[i]);
        const uint8_t nibble = static_cast<uint8_t>(clamped & 0xf);
        const uint8_t other_nibble = i % 2 == 0 ? dst[i / 2] & 0xf0 : dst[i / 2] & 0x0f;
        dst[i / 2] = static_cast<uint8_t>(other_nibble | (i % 2 == 0 ? nibble : nibble << 4));
    }
}

void ConvertSaturating(DType from, DType to, void* dst, const void* src, size_t n) {
    VisitType(to, [&](auto d) {
        VisitType(from, [&](auto s) {
            using D = typename decltype(d)::type;
            using S = typename decltype(s)::type;
            ConvertLoop<D, S>(static_cast<D*>(dst), static_cast<const S*>(src), n);
            return 0;
        });
        return 0;
    });
}

void ConvertToLowBits(DType from, DType to, void* dst, const void* src, size_t n) {
    if (from == DType::kF32) {
        int64_t wide[kBlock];
        for (size_t start = 0; start < n; start += kBlock) {
            const size_t count = n - start < kBlock ? n - start : kBlock;
            ConvertSaturating(from, DType::kI64, wide, static_cast<const float*>(src) + start,
                              count);
            ConvertToLowBits(DType::kI64, to, static_cast<uint8_t*>(dst) + BytesFor(to, start),
                             wide, count);
        }
        return;
    }
    VisitType(to, [&](auto d) {
        VisitType(from, [&](auto s) {
            using D = typename decltype(d)::type;
            using S = typename decltype(s)::type;
            if constexpr (std::is_integral_v<S> && std::is_integral_v<D>) {
                AICORE_IVDEP
                for (size_t i = 0; i < n; ++i) {
                    static_cast<D*>(dst)[i] = static_cast<D>(static_cast<const S*>(src)[i]);
                }
            }
            return 0;
        });
        return 0;
    });
}

void RoundToIntegral(Round round, float* dst, const float* src, size_t n) {
    switch (round) {
        case Round::kFloor:
            AICORE_IVDEP
            for (size_t i = 0; i < n; ++i) {
                dst[i] = __builtin_floorf(src[i]);
            }
            return;
        case Round::kCeil:
            AICORE_IVDEP
            for (size_t i = 0; i < n; ++i) {
                dst[i] = __builtin_ceilf(src[i]);
            }
            return;
        case Round::kTrunc:
            AICORE_IVDEP
            for (size_t i = 0; i < n; ++i) {
                dst[i] = __builtin_truncf(src[i]);
            }
            return;
        case Round::kRound:
            AICORE_IVDEP
            for (size_t i = 0; i < n; ++i) {
                dst[i] = RoundHalfAway(src[i]);
            }
            return;
        default:
            AICORE_IVDEP
            for (size_t i = 0; i < n; ++i) {
                dst[i] = __builtin_rintf(src[i]);
            }
            return;
    }
}

void RoundToHalf(Round round, uint16_t* dst, const float* src, size_t n, bool saturate) {
    RoundTo<HalfFormat>(round, dst, src, n, saturate);
}

void RoundToBfloat(Round round, uint16_t* dst, const float* src, size_t n, bool saturate) {
    RoundTo<BfloatFormat>(round, dst, src, n, saturate);
}

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
