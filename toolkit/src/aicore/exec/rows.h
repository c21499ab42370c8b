// Rows of float for the library functions that work on whole rows: loading, storing, sums.
#pragma once

#include "aicore/exec/engine.h"
#include "aicore/exec/types.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {

/// Scratch memory of one instruction, freed at its end.
template <typename T>
class Scratch {
public:
    explicit Scratch(size_t n) : values_(static_cast<T*>(__builtin_malloc((n + 1) * sizeof(T)))) {
        if (values_ == nullptr) {
            __builtin_trap();
        }
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() { __builtin_free(values_); }

    T* data() const { return values_; }

private:
    T* values_;
};
using Row = Scratch<float>;

inline const uint8_t* At(const void* base, DType type, size_t index) {
    return static_cast<const uint8_t*>(base) + BytesFor(type, index);
}

inline uint8_t* At(void* base, DType type, size_t index) {
    return static_cast<uint8_t*>(base) + BytesFor(type, index);
}

/// `n` floats from `base[index]` on; nothing for a null base.
inline void LoadFloats(DType type, float* values, const void* base, size_t index, size_t n) {
    if (base != nullptr) {
        LoadBlock(type, values, At(base, type, index), n);
    }
}

inline void StoreFloats(DType type, void* base, size_t index, const float* values, size_t n) {
    if (base != nullptr) {
        StoreBlock(DType::kF32, type, At(base, type, index), values, n);
    }
}

inline float LoadOne(DType type, const void* base, size_t index) {
    float value = 0.0F;
    LoadFloats(type, &value, base, index, 1);
    return value;
}

inline void StoreOne(DType type, void* base, size_t index, float value) {
    StoreFloats(type, base, index, &value, 1);
}

constexpr size_t PerBlock(DType type) {
    return kBlockBytes * 8 / BitsOf(type);
}

/// A vector of `n` parameters in float, each `filler` where there is no tensor.
inline void LoadParameters(DType type, float* values, const void* base, size_t n, float filler) {
    if (base != nullptr) {
        LoadBlock(type, values, base, n);
        return;
    }
    for (size_t i = 0; i < n; ++i) {
        values[i] = filler;
    }
}

using Doubles = double __attribute__((vector_size(64)));
using Floats = float __attribute__((vector_size(32)));
constexpr size_t kLanes = 8;

ASCENDC_ALWAYS_INLINE Doubles LoadDoubles(const float* at) {
    Floats values;
    std::memcpy(&values, at, sizeof(values));
    return __builtin_convertvector(values, Doubles);
}

/// Sum of term(a[i], b[i]) in double, in the same order on every CPU. `term` takes doubles and
/// vectors of doubles alike.
template <typename Term>
ASCENDC_ALWAYS_INLINE double SumTerms(const float* a, const float* b, size_t n, const Term& term) {
    Doubles even = {}, odd = {};
    size_t i = 0;
    for (; i + 2 * kLanes <= n; i += 2 * kLanes) {
        even += term(LoadDoubles(a + i), LoadDoubles(b + i));
        odd += term(LoadDoubles(a + i + kLanes), LoadDoubles(b + i + kLanes));
    }
    double sum = 0.0;
    for (; i < n; ++i) {
        sum += term(static_cast<double>(a[i]), static_cast<double>(b[i]));
    }
    even += odd;
    for (size_t lane = 0; lane < kLanes; ++lane) {
        sum += even[lane];
    }
    return sum;
}

ASCENDC_ALWAYS_INLINE double SumOf(const float* values, size_t n) {
    return SumTerms(values, values, n, [](auto x, auto) { return x; });
}

/// Largest value; NaN if there is one.
ASCENDC_ALWAYS_INLINE float MaxOf(const float* values, size_t n) {
    constexpr float kLow = -__builtin_inff();
    Floats top = {kLow, kLow, kLow, kLow, kLow, kLow, kLow, kLow};
    size_t i = 0;
    for (; i + kLanes <= n; i += kLanes) {
        Floats x;
        std::memcpy(&x, values + i, sizeof(x));
        top = (x > top) | (x != x) ? x : top;
    }
    float max = kLow;
    const auto take = [&max](float x) { max = x > max || x != x ? x : max; };
    for (size_t lane = 0; lane < kLanes; ++lane) {
        take(top[lane]);
    }
    for (; i < n; ++i) {
        take(values[i]);
    }
    return max;
}

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
