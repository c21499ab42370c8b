// The inner product of the cube: some rows of a with one or two 16-column tiles of b, in registers.
#pragma once

#include "aicore/exec/cube/vector.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {

/// Operands of a kernel. `Element` is float, or a pair of 16-bit integers.
template <typename Element>
struct KernelArguments {
    const Element* a;      ///< fractals of 16 rows of C0 elements, at the kernel's first row
    size_t a_block_pitch;  ///< elements from one fractal to the next along k
    const Element* b;      ///< k rows of 16 elements per tile
    size_t k;
    Element* sums;  ///< the result: per row, 16 elements per tile
};

/// sums = a * b for `Rows` rows and `Tiles` tiles.
template <typename Lanes, int Rows, int Tiles, int C0>
void MultiplyRows(const KernelArguments<typename Lanes::Element>& arguments) {
    using Vector = typename Lanes::Vector;
    using Element = typename Lanes::Element;
    constexpr int kLanes = sizeof(Vector) / sizeof(Element);
    constexpr int kVectors = Tiles * 16 / kLanes;
    Vector sums[Rows][kVectors];
#pragma GCC unroll 16
    for (int row = 0; row < Rows; ++row) {
#pragma GCC unroll 16
        for (int v = 0; v < kVectors; ++v) {
            sums[row][v] = Vector{};
        }
    }
    const Element* a = arguments.a;
    const Element* b = arguments.b;
    for (size_t remaining = arguments.k; remaining != 0; a += arguments.a_block_pitch) {
        const size_t count = remaining < C0 ? remaining : C0;
        remaining -= count;
        for (size_t i = 0; i < count; ++i, b += Tiles * 16) {
            Vector columns[kVectors];
#pragma GCC unroll 16
            for (int v = 0; v < kVectors; ++v) {
                std::memcpy(&columns[v], b + v * kLanes, sizeof(Vector));
            }
#pragma GCC unroll 16
            for (int row = 0; row < Rows; ++row) {
                const Vector value = Lanes::Broadcast(a + row * C0 + i);
#pragma GCC unroll 16
                for (int v = 0; v < kVectors; ++v) {
                    sums[row][v] = Lanes::MultiplyAdd(value, columns[v], sums[row][v]);
                }
            }
        }
    }
#pragma GCC unroll 16
    for (int row = 0; row < Rows; ++row) {
#pragma GCC unroll 16
        for (int v = 0; v < kVectors; ++v) {
            std::memcpy(arguments.sums + (row * kVectors + v) * kLanes, &sums[row][v],
                        sizeof(Vector));
        }
    }
}

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
