// Pairs of 4-bit integers.
#pragma once

#include "detail/types/macros.h"

namespace AscendC {

/// One byte of int4 data: two signed 4-bit values, the first one in the low nibble. Tensors of
/// int4b_t count 4-bit elements, two per byte.
struct int4b_t {
    int4b_t() = default;
    constexpr int4b_t(int value) : storage(static_cast<uint8_t>(value & 0xf)) {}
    constexpr operator int8_t() const { return static_cast<int8_t>(storage << 4) >> 4; }

    uint8_t storage;
};

static_assert(sizeof(int4b_t) == 1, "int4b_t is one byte of memory");

/// Bits of an element.
template <typename T>
struct SizeOfBits {
    static constexpr size_t value = sizeof(T) * 8;
};
template <>
struct SizeOfBits<int4b_t> {
    static constexpr size_t value = 4;
};

/// Exponents of scales: bytes where the core has no instructions for them.
using fp8_e8m0_t = uint8_t;

namespace isa {

/// Bytes of `count` elements of T (a pair of int4b_t takes one byte).
template <typename T>
constexpr uint64_t BytesOf(uint64_t count) {
    return count * sizeof(T);
}
template <>
constexpr uint64_t BytesOf<int4b_t>(uint64_t count) {
    return count / 2;
}

/// Number of elements of T in `bytes` bytes.
template <typename T>
constexpr uint64_t ElementsIn(uint64_t bytes) {
    return bytes / sizeof(T);
}
template <>
constexpr uint64_t ElementsIn<int4b_t>(uint64_t bytes) {
    return bytes * 2;
}

}  // namespace isa
}  // namespace AscendC

using AscendC::int4b_t;
