// Executes the matrix multiplication of the cube.
#include <algorithm>
#include <type_traits>

#include "aicore/exec/cube/kernel.h"
#include "aicore/exec/cube/pack.h"
#include "aicore/exec/engine.h"
#include "aicore/exec/numeric.h"
#include "aicore/instruction_executor.h"
#include "isa/cube_mmad.h"

namespace AscendC::isa::exec::AICORE_ISA_NS {
namespace {

constexpr size_t kTile = 16;

/// Elements of a, and of a group of tiles of b, that are prepared at once: on the stack, as a block
/// may be interrupted by another one on the same thread.
constexpr size_t kPanelElements = 32768;
constexpr size_t kPanelDepth = 256;

size_t BlocksOf(size_t elements, size_t block) {
    return (elements + block - 1) / block;
}

/// How the operands become the kernels' elements. Called by their addresses: the kernels are
/// compiled once per element, not for every pair of operand types.
template <typename Element>
struct Packing {
    void (*rows)(Element* dst, const void* src, size_t blocks);
    void (*columns)(Element* dst, const uint8_t* src, int tiles);
};

/// One multiplication with operands of `C0` of the kernels' elements in 32 bytes.
template <typename Lanes, int C0>
class Product {
public:
    using Element = typename Lanes::Element;
    static constexpr size_t kC0 = C0;

    Product(const CubeMmad& record, const Packing<Element>& packing)
        : r_(record),
          packing_(packing),
          depth_(BlocksOf(record.k, ValuesPerElement())),
          row_tiles_(BlocksOf(record.m, kTile)),
          column_tiles_(BlocksOf(record.n, kTile)) {}

    void Run() {
        for (size_t k = 0; k < depth_; k += kPanelDepth) {
            MultiplyDepth(k, std::min(kPanelDepth, depth_ - k));
        }
    }

private:
    /// Values of k in one element of the kernels.
    static constexpr size_t ValuesPerElement() { return std::is_same_v<Element, float> ? 1 : 2; }

    /// The part of the sums along k from element `k`.
    void MultiplyDepth(size_t k, size_t depth) {
        const size_t blocks = BlocksOf(depth, kC0);
        const size_t tile_elements = blocks * kC0 * kTile;
        const size_t tiles_at_once = kPanelElements / tile_elements;
        alignas(64) Element panel[kPanelElements];
        for (size_t tile = 0; tile < row_tiles_; tile += tiles_at_once) {
            const size_t tiles = std::min(tiles_at_once, row_tiles_ - tile);
            const Element* rows = PrepareRows(panel, k, blocks, tile, tiles);
            MultiplyRowsOfTiles(rows, k, depth, tile, tiles);
        }
    }

    const uint8_t* FractalOfA(size_t tile, size_t block) const {
        return static_cast<const uint8_t*>(r_.a) + (tile * r_.a_blocks + block) * 512;
    }

    /// Tiles of rows of a, `blocks` fractals each from element `k`.
    const Element* PrepareRows(Element* panel, size_t k, size_t blocks, size_t tile, size_t tiles) {
        if (r_.row_vector) {
            const uint8_t* row = static_cast<const uint8_t*>(r_.a) + k / kC0 * 32;
            packing_.rows(panel, row, blocks);
        } else {
            Element* target = panel;
            for (size_t i = 0; i < tiles; ++i) {
                packing_.rows(target, FractalOfA(tile + i, k / kC0), blocks * 16);
                target += blocks * 16 * kC0;
            }
        }
        if (ValuesPerElement() == 2 && r_.k % 2 != 0 && k + blocks * kC0 >= depth_) {
            DropSecondOfLast(panel, depth_ - 1 - k, blocks, r_.row_vector ? 1 : tiles * kTile);
        }
        return panel;
    }

    /// k is odd: the last pair of every row has one value only.
    void DropSecondOfLast(Element* panel, size_t last, size_t blocks, size_t rows) {
        for (size_t row = 0; row < rows; ++row) {
            Element* tile = panel + row / kTile * blocks * kC0 * kTile;
            Element* pair = r_.row_vector
                                ? tile + last
                                : tile + last / kC0 * kC0 * kTile + row % kTile * kC0 + last % kC0;
            std::memset(reinterpret_cast<uint16_t*>(pair) + 1, 0, sizeof(uint16_t));
        }
    }

    void MultiplyRowsOfTiles(const Element* rows, size_t k, size_t depth, size_t tile,
                             size_t tiles) {
        alignas(64) Element columns[(kPanelDepth + kC0) * kKernelTiles * kTile];
        for (size_t column = 0; column < column_tiles_; column += kKernelTiles) {
            const size_t width = std::min<size_t>(kKernelTiles, column_tiles_ - column);
            PrepareColumns(columns, k, depth, column, width);
            if (width == kKernelTiles) {
                MultiplyColumns<kKernelTiles>(rows, columns, k, depth, tile, tiles, column);
            } else {
                MultiplyColumns<1>(rows, columns, k, depth, tile, tiles, column);
            }
        }
    }

    void PrepareColumns(Element* columns, size_t k, size_t depth, size_t tile, size_t width) {
        const uint8_t* b = static_cast<const uint8_t*>(r_.b);
        for (size_t i = 0; i < depth; i += kC0) {
            const size_t block = (k + i) / kC0;
            packing_.columns(columns + i * width * kTile, b + (block * column_tiles_ + tile) * 512,
                             static_cast<int>(width));
        }
    }

    template <int Tiles>
    void MultiplyColumns(const Element* rows, const Element* columns, size_t k, size_t depth,
                         size_t first_tile, size_t tiles, size_t column) {
        const size_t tile_pitch = BlocksOf(depth, kC0) * kC0 * kTile;
        alignas(64) Element sums[kKernelRows * Tiles * kTile];
        KernelArguments<Element> arguments = {rows, kC0 * kTile, columns, depth, sums};
        if (r_.row_vector) {
            arguments.a_block_pitch = kC0;
            MultiplyRows<Lanes, 1, Tiles, kC0>(arguments);
            Finish<Tiles>(sums, k == 0, 0, 1, column);
            return;
        }
        for (size_t i = 0; i < tiles; ++i) {
            const size_t first_row = (first_tile + i) * kTile;
            for (size_t row = 0; row < kTile && first_row + row < r_.m; row += kKernelRows) {
                arguments.a = rows + i * tile_pitch + row * kC0;
                MultiplyRows<Lanes, kKernelRows, Tiles, kC0>(arguments);
                Finish<Tiles>(sums, k == 0, first_row + row,
                              std::min<size_t>(kKernelRows, r_.m - first_row - row), column);
            }
        }
    }

    /// Adds the sums of `rows` rows and `Tiles` tiles to where they belong.
    template <int Tiles>
    void Finish(const Element* sums, bool first, size_t row, size_t rows, size_t column) {
        const CubeInit init = first ? r_.init : CubeInit::kAccumulate;
        for (size_t t = 0; t < static_cast<size_t>(Tiles); ++t) {
            const size_t width = std::min<size_t>(kTile, r_.n - (column + t) * kTile);
            const size_t offset = ((column + t) * row_tiles_ * kTile + row) * kTile;
            for (size_t i = 0; i < rows; ++i) {
                FinishRow(offset + i * kTile, sums + (i * Tiles + t) * kTile, (column + t) * kTile,
                          width, init);
            }
        }
    }

    /// In the mode that saturates, infinities are the largest values, and NaN is 0.
    void Saturate(float* values, size_t count) const {
        for (size_t i = 0; saturates_ && i < count; ++i) {
            values[i] = SaturatedFloat(values[i]);
        }
    }
    void Saturate(int32_t*, size_t) const {}

    void FinishRow(size_t offset, const Element* sums, size_t column, size_t width, CubeInit init) {
        if (r_.c_dtype == DType::kF16) {
            FinishHalfRow(offset, sums, column, width, init);
            return;
        }
        Element* c = static_cast<Element*>(r_.c) + offset;
        const Element* bias = static_cast<const Element*>(r_.bias) + column;
        const Element* old = init == CubeInit::kBias ? bias : c;
        if (init == CubeInit::kZero) {
            std::memcpy(c, sums, width * sizeof(Element));
        } else if (width == kTile) {
            for (size_t i = 0; i < kTile; ++i) {
                c[i] = Lanes::Add(old[i], sums[i]);
            }
        } else {
            for (size_t i = 0; i < width; ++i) {
                c[i] = Lanes::Add(old[i], sums[i]);
            }
        }
        Saturate(c, width);
    }

    void FinishHalfRow(size_t offset, const Element* sums, size_t column, size_t width,
                       CubeInit init) {
        uint16_t* c = static_cast<uint16_t*>(r_.c) + offset;
        const uint16_t* bias = static_cast<const uint16_t*>(r_.bias) + column;
        const uint16_t* old = init == CubeInit::kBias ? bias : c;
        float values[kTile] = {};
        for (size_t i = 0; i < width; ++i) {
            values[i] = static_cast<float>(sums[i]) +
                        (init == CubeInit::kZero ? 0.0F : HalfToFloat(old[i]));
        }
        StoreBlock(DType::kF32, DType::kF16, c, values, width);
    }

    const CubeMmad& r_;
    const Packing<Element> packing_;
    const bool saturates_ = SaturatesCube(CurrentCore());
    const size_t depth_;
    const size_t row_tiles_;
    const size_t column_tiles_;
};

template <typename Lanes, typename FromA, typename FromB>
void Multiply(const CubeMmad& record) {
    static_assert(FromA::kC0 == FromB::kC0);
    Product<Lanes, FromA::kC0>(record, {FromA::Convert, PackColumns<FromB>}).Run();
}

template <typename FromA>
void MultiplyBytes(const CubeMmad& record) {
    if (record.b_dtype == DType::kU8) {
        Multiply<PairLanes, FromA, FromBytes<uint8_t>>(record);
    } else {
        Multiply<PairLanes, FromA, FromBytes<int8_t>>(record);
    }
}

/// Puts the stored elements of b back to where they were, zeros between them.
void RunSparse(const CubeMmad& record) {
    constexpr size_t kBytes = 128 * 1024;
    alignas(64) int8_t full[kBytes];
    const size_t tiles = BlocksOf(record.n, kTile);
    const size_t fractals = BlocksOf(record.k, 64) * tiles;
    if (fractals * 1024 > kBytes) {
        UnknownType();
    }
    std::memset(full, 0, fractals * 1024);
    const int8_t* matrix = static_cast<const int8_t*>(record.b);
    for (size_t element = 0; element < fractals * 512; ++element) {
        const size_t fractal = element / 512;
        const size_t column = element % 512 / 32;
        const size_t k = element % 32 / 2 * 4 +
                         ((record.index[element / 4] >> element % 4 * 2) & 3) + element % 2;
        const size_t block = fractal / tiles * 2 + k / 32;
        int8_t* target = full + (block * tiles + fractal % tiles) * 512 + column * 32 + k % 32;
        *target = static_cast<int8_t>(*target + matrix[element]);
    }
    CubeMmad dense = record;
    dense.b = full;
    dense.index = nullptr;
    Multiply<PairLanes, FromBytes<int8_t>, FromBytes<int8_t>>(dense);
}

void RunMmad(const CubeMmad* record) {
    if (record->m == 0 || record->n == 0 || record->k == 0) {
        return;
    }
    if (record->index != nullptr) {
        return RunSparse(*record);
    }
    switch (record->a_dtype) {
        case DType::kF16:
            return Multiply<FloatLanes, FromHalf, FromHalf>(*record);
        case DType::kBF16:
            return Multiply<FloatLanes, FromBfloat, FromBfloat>(*record);
        case DType::kF32:
            if (!record->hf32) {
                return Multiply<FloatLanes, FromFloat, FromFloat>(*record);
            }
            if (record->hf32_to_zero) {
                return Multiply<FloatLanes, FromHf32<true>, FromHf32<true>>(*record);
            }
            return Multiply<FloatLanes, FromHf32<false>, FromHf32<false>>(*record);
        case DType::kI8:
            return MultiplyBytes<FromBytes<int8_t>>(*record);
        case DType::kU8:
            return MultiplyBytes<FromBytes<uint8_t>>(*record);
        case DType::kI4:
            return Multiply<PairLanes, FromNibbles, FromNibbles>(*record);
        default:
            UnknownType();
    }
}

}  // namespace

AICORE_EXECUTOR(aicore_cube_mmad, CubeMmad, RunMmad)

}  // namespace AscendC::isa::exec::AICORE_ISA_NS
