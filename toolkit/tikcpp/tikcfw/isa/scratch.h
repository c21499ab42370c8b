// What library functions need as temporaries on the hardware: for the tiling functions
// GetXxxMaxMinTmpSize, and for observers of kernels. What is here is the least that a function
// works with: one step of its loop.
#pragma once

#include <cstdint>

/// X(function, vectors alive at a time for half, the same for float, and where a float source may
/// be overwritten). At least 256 bytes of each are needed.
#define ASCENDC_SCRATCH_VECTORS(FUNCTION) \
    FUNCTION(Acos, 6, 2, 2)               \
    FUNCTION(Acosh, 2, 1, 1)              \
    FUNCTION(Asin, 6, 2, 2)               \
    FUNCTION(Asinh, 3, 3, 3)              \
    FUNCTION(Atan, 12, 5, 5)              \
    FUNCTION(Atanh, 4, 1, 1)              \
    FUNCTION(Ceil, 2, 1, 1)               \
    FUNCTION(Cos, 8, 3, 2)                \
    FUNCTION(Cosh, 6, 2, 2)               \
    FUNCTION(Digamma, 16, 7, 6)           \
    FUNCTION(Erf, 8, 3, 3)                \
    FUNCTION(Erfc, 16, 7, 7)              \
    FUNCTION(Floor, 2, 0, 0)              \
    FUNCTION(Fmod, 8, 1, 1)               \
    FUNCTION(Frac, 4, 0, 0)               \
    FUNCTION(GeGLU, 4, 0, 0)              \
    FUNCTION(Log, 0, 0, 0)                \
    FUNCTION(Log10, 0, 0, 0)              \
    FUNCTION(Sign, 3, 3, 3)               \
    FUNCTION(Sin, 8, 3, 2)                \
    FUNCTION(Sinh, 4, 1, 1)               \
    FUNCTION(Tan, 10, 4, 4)               \
    FUNCTION(Tanh, 4, 1, 1)               \
    FUNCTION(Trunc, 2, 1, 1)              \
    FUNCTION(Xor, 1, 1, 1)

namespace AscendC::isa {

constexpr uint64_t kScratchVector = 256;  ///< bytes of a vector instruction's operand

/// Whole blocks of 32 bytes.
constexpr uint64_t ScratchBlocks(uint64_t bytes) {
    return (bytes + 31) / 32 * 32;
}

constexpr uint64_t kExpHalfVectors = 4,
                   kExpFloatVectors = 3;  ///< vectors of float; one less reused
constexpr uint64_t kGeluVectors = 3;      ///< of float
constexpr uint64_t kSwiGluHalfVectors = 6, kSwiGluFloatVectors = 0;
constexpr uint64_t kReGluHalfVectors = 6, kReGluFloatVectors = 1;
constexpr uint64_t kQuantVectors = 2, kDropOutVectors = 2;
constexpr uint64_t kAxpyHalfVectors = 4;
constexpr uint64_t kLgammaHalfVectors = 26, kLgammaFloatVectors = 8, kLgammaReusedVectors = 7;
constexpr uint64_t kLog2HalfVectors = 1;  ///< of float

/// Bytes of Clamp: a flag for each element of a vector.
constexpr uint64_t ClampScratch(uint32_t type_size) {
    return kScratchVector / type_size;
}

/// Vectors of Round; the arch is the kernels' (200, 220).
constexpr uint64_t RoundVectors(uint32_t arch, uint32_t type_size) {
    return (arch < 220 ? 1 : 0) + (type_size == 2 ? 1 : 0);
}

/// Power: vectors of float, of which integers need others than half and float, and a vector
/// besides.
constexpr uint64_t PowerVectors(uint32_t arch, bool integer, uint32_t type_size, bool of_tensors) {
    return (integer ? (of_tensors ? 6 : 7)
                    : (type_size == 2 ? 7
                       : of_tensors   ? 4
                                      : 5)) +
           (arch < 220 ? 1 : 0);
}
constexpr uint64_t PowerScratch(uint32_t arch, bool integer, uint32_t type_size, bool of_tensors) {
    return kScratchVector *
           (PowerVectors(arch, integer, type_size, of_tensors) + (integer ? 0 : 1));
}

/// The rows of float that a matrix is halved to: half of it if its extent is a power of two, else
/// the largest power of two in it.
constexpr uint64_t HalvedTo(uint64_t extent, bool whole) {
    uint64_t power = 1;
    while (power <= extent / 2) {
        power *= 2;
    }
    return power == extent && power > 1 && !whole ? power / 2 : power;
}

/// What the reductions of an axis have in common.
enum class ReduceScratchKind : uint8_t {
    kExtreme,  ///< ReduceMax, ReduceMin; ReduceAny and ReduceAll of float
    kSum,      ///< ReduceSum, ReduceMean
    kProduct,  ///< ReduceProd
    kBits,     ///< ReduceAny and ReduceAll of bytes
};

constexpr ReduceScratchKind AnyScratchKind(uint64_t type_size) {
    return type_size == 1 ? ReduceScratchKind::kBits : ReduceScratchKind::kExtreme;
}

/// Bytes of a reduction of the rows of [first, last], or its columns; `reused`: the source may be
/// overwritten.
constexpr uint64_t ReduceScratch(ReduceScratchKind kind, bool columns, uint64_t first,
                                 uint64_t last, uint64_t type_size, bool reused) {
    const uint64_t per_block = 32 / type_size;
    const uint64_t per_vector = kScratchVector / type_size;
    if (columns) {
        return reused ? 0 : HalvedTo(first, false) * ScratchBlocks(last * type_size);
    }
    if (kind == ReduceScratchKind::kBits) {
        return 2 * ScratchBlocks(last) + first * 32;
    }
    if (kind == ReduceScratchKind::kProduct) {
        const uint64_t halved = HalvedTo(last, first == 1);
        return kScratchVector +
               (reused
                    ? 0
                    : ((halved > per_block ? halved : per_block) + first * per_block) * type_size);
    }
    if (reused) {
        return 0;
    }
    if (kind == ReduceScratchKind::kSum) {
        return last <= per_vector ? 0 : first * HalvedTo(last, first == 1) * type_size;
    }
    return last <= per_block ? 0 : first * (last < per_vector ? 32 : kScratchVector);
}

/// Bytes of Sum for rows of which `n` elements count: a sum for each vector.
constexpr uint64_t SumScratch(uint64_t n, uint64_t type_size) {
    const uint64_t per_vector = kScratchVector / type_size;
    return ScratchBlocks((n + per_vector - 1) / per_vector * type_size);
}
/// The same of Mean, which converts its rows if the sums are formed in a longer type.
constexpr uint64_t MeanScratch(uint64_t n, uint64_t type_size, uint64_t sum_size) {
    const uint64_t per_vector = kScratchVector / sum_size;
    const uint64_t converted = sum_size > type_size ? ScratchBlocks(n * type_size) / type_size : 0;
    return ScratchBlocks((n + per_vector - 1) / per_vector) + converted * sum_size;
}
constexpr uint64_t XorSumScratch(uint64_t n, bool reused) {
    const uint64_t bytes = n * 2 > kScratchVector ? n * 2 : kScratchVector;
    return (reused ? 2 : 3) * bytes;
}
/// Running sums: along rows, 16 of them are transposed twice; half is summed in float.
constexpr uint64_t CumSumScratch(uint64_t rows, uint64_t columns, uint64_t type_size,
                                 bool along_rows) {
    const uint64_t square = 16 * columns * type_size;
    return along_rows ? (type_size == 2 ? 3 : 2) * square
                      : (type_size == 2 ? rows * columns * 4 : 0);
}

/// ReduceMax and ReduceMin of `repeats` vectors: value and index of each, and with the index the
/// results of all further rounds too.
constexpr uint64_t ExtremeWork(uint64_t repeats, uint64_t type_size, bool with_index) {
    const uint64_t per_vector = kScratchVector / type_size;
    uint64_t bytes = 0;
    uint64_t count = repeats * 2;
    do {
        bytes += ScratchBlocks(count * type_size);
        const bool last = count <= 2;
        count = (count + per_vector - 1) / per_vector * 2;
        if (last) {
            break;
        }
    } while (with_index);
    return bytes;
}
/// The same of ReduceSum where it adds the repeats as a tree.
constexpr uint64_t SumWork(uint64_t repeats, uint64_t type_size) {
    return ScratchBlocks(repeats * type_size);
}

/// Sorting `count` elements: a second list of them, as region proposals of 8 elements, or of value
/// and index in 8 bytes.
constexpr uint64_t SortScratch(bool proposals, uint64_t count, uint64_t type_size) {
    return count * 8 * (proposals ? type_size : 1);
}

/// Dequantisation of rows of n values: they and the scales in float.
constexpr uint64_t DequantScratch(uint64_t n) {
    return (64 + n + n + 8) * 4;
}
/// AscendAntiQuant from int8 to bfloat16, [n, k] or [k, n] with a scale per channel or one scale.
constexpr uint64_t AntiQuantScratch(bool transposed, bool per_channel, uint64_t k, uint64_t n) {
    return !per_channel ? 1024 : transposed ? 80 * n * 4 : (2 * n + 64 * k) * 4;
}

/// Selection by masks of bytes, in steps of 4096 elements.
constexpr uint64_t SelectScratch(uint64_t count) {
    const uint64_t step = count > 4096 ? 4096 : count;
    const uint64_t bytes = ScratchBlocks(step) * 2 + 512;
    return bytes > 1024 ? bytes : 1024;
}

/// Pad, and UnPad before 220: 16 blocks, twice.
constexpr uint64_t kPadScratch = 2 * 16 * 32;

constexpr uint64_t UnPadScratch(uint32_t arch) {
    return arch < 220 ? kPadScratch : 0;
}

/// A matrix that BroadCast makes of another one; bytes per element.
struct BroadcastShapes {
    uint64_t rows, columns, dst_rows, dst_columns, type_size;

    /// Elements are converted to half where they are bytes.
    constexpr uint64_t Size() const { return type_size == 1 ? 2 : type_size; }
    constexpr uint64_t Converted() const {
        return type_size == 1
                   ? ScratchBlocks(rows * columns * 2) + ScratchBlocks(dst_rows * dst_columns * 2)
                   : 0;
    }
    constexpr bool Same() const {
        return rows * columns == 1 || rows * columns == dst_rows * dst_columns;
    }
};

/// BroadCast with `count` rows at a time. Columns that become rows go through blocks, and rows that
/// are no whole blocks through copies; before 220 a block and copies of rows serve both.
constexpr uint64_t BroadcastRows(uint32_t arch, const BroadcastShapes& shapes, uint64_t count) {
    const uint64_t row = shapes.dst_columns * shapes.Size();
    if (arch < 220) {
        return shapes.Converted() + 32 + count * row;
    }
    const bool whole = row % 32 == 0;
    return shapes.Converted() + (count + 7) / 8 * 8 * 32 + (whole ? 0 : count * ScratchBlocks(row));
}

/// Least: as many rows as a block has elements, before 220 an eighth of each.
constexpr uint64_t BroadcastScratch(uint32_t arch, const BroadcastShapes& shapes) {
    if (shapes.Same()) {
        return shapes.type_size == 1 ? shapes.Converted() + 32 : 0;
    }
    if (shapes.columns != 1) {
        return shapes.Converted() + 32;
    }
    const uint64_t per_block = 32 / shapes.Size();
    return arch < 220 ? shapes.Converted() + 32 +
                            per_block * ((shapes.dst_columns + 7) / 8) * shapes.Size()
                      : BroadcastRows(arch, shapes, per_block);
}

/// ConfusionTranspose: squares of 16 by 16; TransposeType 1 and 2 swap axes, 3 to 6 split or merge
/// heads.
constexpr uint64_t TransposeScratch(uint32_t type, uint64_t type_size) {
    return type >= 1 && type <= 2 ? 256 * type_size : type <= 6 ? 2 * 256 * type_size : 0;
}

}  // namespace AscendC::isa
