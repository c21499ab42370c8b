// Random numbers that are the same on all platforms for the same seed and offset. They are others
// than those of CANN's operators.
#pragma once

#include <cmath>
#include <random>

namespace l0 {

using Generator = std::mt19937_64;

inline Generator GeneratorOf(uint64_t seed, uint64_t offset) {
    std::seed_seq sequence = {seed & 0xFFFFFFFF, seed >> 32, offset & 0xFFFFFFFF, offset >> 32};
    return Generator(sequence);
}

/// [0, 1).
inline double Unit(Generator* generator) {
    return static_cast<double>((*generator)() >> 11) * 0x1p-53;
}

/// Of mean 0 and deviation 1, by Marsaglia's polar method.
inline double Normal(Generator* generator) {
    for (;;) {
        const double u = 2 * Unit(generator) - 1;
        const double v = 2 * Unit(generator) - 1;
        const double s = u * u + v * v;
        if (s > 0 && s < 1) {
            return u * std::sqrt(-2 * std::log(s) / s);
        }
    }
}

/// Eight bits, each 0 with probability `drop`.
inline double MaskByte(Generator* generator, double drop) {
    int bits = 0;
    for (int i = 0; i < 8; ++i) {
        bits |= Unit(generator) < drop ? 0 : 1 << i;
    }
    return static_cast<double>(bits);
}

}  // namespace l0
